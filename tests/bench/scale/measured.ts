import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A figure of a result that is kept in `tests/bench/results`, and the file it is in. */
export interface Measured {
  value: number;
  file: string;
}

type Path = readonly (string | number)[];

function lookUp(name: string, path: Path): unknown {
  const file = fileURLToPath(new URL(`../results/${name}.json`, import.meta.url));
  let found: unknown = (JSON.parse(readFileSync(file, 'utf8')) as { result: unknown }).result;
  for (const step of path) found = (found as Readonly<Record<string, unknown>> | undefined)?.[step];
  return found;
}

/**
 * Looks a figure up.
 *
 * @param path names and places that lead to it within the file's `result`
 * @throws where there is none
 */
export function measured(name: string, ...path: Path): Measured {
  const value = lookUp(name, path);
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new Error(`${name}.json has no ${path.join(', ')}: run its benchmark`);
  return { value, file: `${name}.json` };
}

/** Figures that stand side by side under names, added up. @param without names that are left out */
export function measuredSum(name: string, path: Path, without: readonly string[] = []): Measured {
  const names = Object.keys((lookUp(name, path) as object | undefined) ?? {});
  const chosen = names.filter((each) => !without.includes(each));
  if (chosen.length === 0) throw new Error(`${name}.json has no ${path.join(', ')}: run its benchmark`);
  const value = chosen.reduce((sum, each) => sum + measured(name, ...path, each).value, 0);
  return { value, file: `${name}.json` };
}
