import { AT_REQUEST_OF } from '@lacre/contracts/at-request';
import { peopleKeysOf } from '@lacre/contracts/placeholder';
import { canMean, meaningOf } from '@lacre/contracts/template-text';

type Roles = Parameters<typeof peopleKeysOf>[0];

/** Placeholders by what fills them. */
export function sortedPlaceholders(
  names: readonly string[],
  roles: Roles,
): { typed: string[]; filled: string[]; unknown: string[] } {
  const told = { typed: [] as string[], filled: [] as string[], unknown: [] as string[] };
  const people = peopleKeysOf(roles);
  for (const name of names) {
    const meaning = meaningOf(name, people);
    told[meaning === undefined ? 'unknown' : meaning.of === 'value' ? 'typed' : 'filled'].push(name);
  }
  return told;
}

/** Keys of roles that placeholders speak of and that are not there. */
export const missingRoles = (names: readonly string[], roles: Roles): string[] => [
  ...new Set(
    names
      .filter((name) => meaningOf(name, peopleKeysOf(roles)) === undefined && canMean(name))
      .map((name) => name.slice(0, name.indexOf('.')))
      .filter((key) => !roles.some((role) => role.key === key)),
  ),
];

/** Whether one speaks of a person at whose request a role signs. */
export const speaksOfRequest = (names: readonly string[]): boolean =>
  names.some((name) => name.includes(`.${AT_REQUEST_OF}.`));
