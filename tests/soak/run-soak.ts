/**
 * An hour of mixed load on the whole product while everything is away in turn: `npm run soak`, or another length,
 * `npm run soak -- --minutes 20`. A line a minute; the figures of a run that held go to `tests/bench/results/soak.json`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const { status } = spawnSync('vitest', ['run', 'tests/soak/soak.test.ts', '--disable-console-intercept'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, LACRE_LONG: '1', LACRE_SOAK_MINUTES: values.minutes },
});
process.exitCode = status ?? 1;
