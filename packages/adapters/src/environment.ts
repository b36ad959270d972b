import { z } from 'zod';

import { CONTRADICTIONS } from './settings/contradictions.ts';
import { givenValues, type SettingFault } from './settings/given-values.ts';
import { SETTINGS, type SettingsOf } from './settings/index.ts';
import { misspelt } from './settings/misspelt.ts';
import { SERVICES, type Reader } from './settings/setting.ts';

export type { Environment, SettingsOf } from './settings/index.ts';
export type { Reader, Service } from './settings/setting.ts';

/** Variables are absent, malformed or contradict each other; the message, for people, has a line for each, and no value. */
export class WrongEnvironment extends Error {
  override readonly name = 'WrongEnvironment';

  constructor(faults: readonly SettingFault[]) {
    const lines = faults.map(({ name, words }) => `${name}: ${words}`);
    super(`há variáveis de ambiente erradas:\n${lines.join('\n')}`);
  }
}

/** Every name that an environment may give to the product. */
export const SETTING_NAMES: ReadonlySet<string> = new Set(
  [...SETTINGS].flatMap(([name, { isSecret }]) => (isSecret ? [name, `${name}_FILE`] : [name])),
);

/**
 * The settings of a service, or of everything in one process, from the environment and from files that it names.
 *
 * @throws WrongEnvironment with all that is wrong
 */
export function readEnvironment<By extends Reader>(
  reader: By,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): SettingsOf<By> {
  const settings = new Map([...SETTINGS].filter(([, { readBy }]) => readBy.includes(reader)));
  const { values, faults } = givenValues(variables, settings);
  const given = new Set([...values.keys(), ...faults.map(({ name }) => name.replace(/_FILE$/, ''))]);
  const named = Object.keys(variables).filter(
    (name) => variables[name] !== undefined && variables[name] !== '',
  );
  faults.push(...misspelt(named, { known: [...SETTING_NAMES], given }));
  const read: Record<string, unknown> = {};
  for (const [name, { schema, neededBy = [] }] of settings) {
    const parsed = schema.safeParse(values.get(name), { error: z.locales.ptBR().localeError });
    if (parsed.success) read[name] = parsed.data;
    else
      faults.push({
        name,
        words: [...new Set(parsed.error.issues.map(({ message }) => message))].join('; '),
      });
    const isNeeded = SERVICES.some((service) => service === reader && neededBy.includes(service));
    if (isNeeded && !given.has(name))
      faults.push({ name, words: `falta, e o serviço ${reader} não inicia sem ela` });
  }
  for (const { name, fault } of CONTRADICTIONS) {
    const words = settings.has(name) ? fault(read, given) : undefined;
    if (words !== undefined) faults.push({ name, words });
  }
  if (faults.length > 0) throw new WrongEnvironment(faults);
  return read as SettingsOf<By>;
}
