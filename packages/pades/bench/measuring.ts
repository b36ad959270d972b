import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs a worker of this folder in a fresh process, by Node or Python as its name ends. */
export async function inFreshProcess<T>(worker: string, task: object, python = 'python3'): Promise<T> {
  const program = worker.endsWith('.py') ? python : process.execPath;
  const { stdout } = await run(program, [join(import.meta.dirname, worker), JSON.stringify(task)]);
  return JSON.parse(stdout) as T;
}

/** The value that a share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * Signatures a second on one core by `openssl speed`, which prints `+F…:…:BITS:SIGNS:VERIFIES` lines. By
 * the clock, as seals are counted: processor time would not notice that the machine is busy.
 */
export async function opensslSignsPerSecond(
  algorithm: 'rsa2048' | 'ecdsap256',
  seconds: number,
): Promise<number> {
  const options = ['speed', '-elapsed', '-seconds', String(seconds), '-mr', algorithm];
  const { stdout } = await run('openssl', options);
  const line = stdout.split('\n').find((each) => /^\+F[24]:/.test(each));
  return Number(line?.split(':')[3]);
}

/** A table for people. */
export function table(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const [first] = rows;
  if (!first) return '';
  const cell = (value: string | number | undefined): string => {
    if (typeof value !== 'number') return value ?? '';
    return value >= 100 ? value.toFixed(0) : value.toFixed(1);
  };
  const keys = Object.keys(first);
  const lines = [keys, keys.map(() => '---'), ...rows.map((row) => keys.map((key) => cell(row[key])))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
