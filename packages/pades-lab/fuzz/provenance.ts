import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

function git(...args: string[]): string {
  return spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).stdout.trim();
}

/** When, of which commit and on what machine a result was made. */
export function provenance() {
  return {
    date: new Date().toISOString(),
    commit: git('rev-parse', '--short=12', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+changes'),
    machine: {
      processor: cpus()[0]?.model,
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
  };
}
