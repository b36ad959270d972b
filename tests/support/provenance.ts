import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

function git(...args: string[]): string {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

/** Whether something differs from the commit; results written just before change nothing that is measured. */
const isChanged = (): boolean =>
  git('status', '--porcelain', '--', '.', ':(exclude)tests/bench/results') !== '';

/** When, of which commit and on what machine a result was made. */
export function provenance() {
  return {
    date: new Date().toISOString(),
    commit: git('rev-parse', '--short=12', 'HEAD') + (isChanged() ? '+changes' : ''),
    machine: {
      processor: cpus()[0]?.model,
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
  };
}
