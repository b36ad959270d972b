/**
 * Builds the image and runs the composed product in containers: `npm run test:containers`, which keeps its result in
 * `tests/bench/results/containers.json`, or with `-- --quick` the short form. Where no container engine can be started it
 * says so, which fails in CI.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { leftOut } from '../support/ci-report.ts';
import { Engine, NoEngine } from './engine.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Why no container can be started here; undefined where one can. */
async function whyNoEngine(): Promise<string | undefined> {
  try {
    await (await Engine.start()).stop();
    return undefined;
  } catch (error) {
    if (error instanceof NoEngine) return error.message;
    throw error;
  }
}

const reason = await whyNoEngine();
if (reason === undefined) {
  const given = process.argv.slice(2);
  const options = given.filter((argument) => argument !== '--quick');
  const { status } = spawnSync('vitest', ['run', '--config', 'vitest.containers.config.ts', ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LACRE_LONG: given.includes('--quick') ? '0' : '1' },
  });
  process.exitCode = status ?? 1;
} else {
  leftOut(`the composed product in containers (no container engine: ${reason})`);
  process.exitCode = process.env['CI'] ? 1 : 0;
}
