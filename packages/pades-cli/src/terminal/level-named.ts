import { BASELINE_LEVELS, type BaselineLevel } from '@lacre/pades';

import { CommandError } from './command-error.ts';

/** A level that the user named. @throws CommandError */
export function levelNamed(name: string): BaselineLevel {
  const level = BASELINE_LEVELS.find((candidate) => candidate === name.toUpperCase());
  if (!level) throw new CommandError(`there is no level "${name}"; levels are ${BASELINE_LEVELS.join(', ')}`);
  return level;
}
