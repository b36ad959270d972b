import { parseArgs } from 'node:util';

/** The seed of a run without a named one: the same at each. */
const USUAL_SEED = '12';
/** What Schemathesis takes, and a generator of 32 bits. */
const MAX_SEED = 2 ** 32 - 1;

/**
 * What `npm run test:api` sets for its checks.
 * @param given its arguments, `--long` and `--seed N`; a seed named there goes before one of the environment
 * @throws Error in words for the terminal
 */
export function runEnvironment(
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): { LACRE_SEED: string; LACRE_LONG?: '1' } {
  const { values } = parseArgs({
    args: [...given],
    options: { long: { type: 'boolean', default: false }, seed: { type: 'string' } },
  });
  const seed = values.seed ?? environment['LACRE_SEED'] ?? USUAL_SEED;
  if (!/^\d+$/.test(seed) || Number(seed) > MAX_SEED)
    throw new Error(`a seed is a whole number up to ${MAX_SEED}, not "${seed}"`);
  return { LACRE_SEED: String(Number(seed)), ...(values.long ? { LACRE_LONG: '1' } : {}) };
}

/** The seed of the run that a check is part of. */
export const seedOfChecks = (): number => Number(runEnvironment([], process.env).LACRE_SEED);
