import { canMean, meaningOf } from '@lacre/contracts/template-text';

/** Placeholders by what fills them. */
export function sortedPlaceholders(
  names: readonly string[],
  roleKeys: readonly string[],
): { typed: string[]; filled: string[]; unknown: string[] } {
  const told = { typed: [] as string[], filled: [] as string[], unknown: [] as string[] };
  for (const name of names) {
    const meaning = meaningOf(name, roleKeys);
    told[meaning === undefined ? 'unknown' : meaning.of === 'value' ? 'typed' : 'filled'].push(name);
  }
  return told;
}

/** Keys of roles that placeholders speak of and that are not there. */
export const missingRoles = (names: readonly string[], roleKeys: readonly string[]): string[] => [
  ...new Set(
    names
      .filter((name) => meaningOf(name, roleKeys) === undefined && canMean(name))
      .map((name) => name.slice(0, name.indexOf('.'))),
  ),
];
