/**
 * Runs Schemathesis over the product: `npm run test:api`, with more of everything, `npm run test:api -- --long`, or with
 * other requests, `npm run test:api -- --seed 34`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { runEnvironment } from './run-options.ts';

const environment = runEnvironment(process.argv.slice(2), process.env);
console.log(
  `seed ${environment.LACRE_SEED}; the same requests again: npm run test:api -- --seed ${environment.LACRE_SEED}`,
);
const { status } = spawnSync('vitest', ['run', '--config', 'vitest.openapi.config.ts'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, ...environment },
});
process.exitCode = status ?? 1;
