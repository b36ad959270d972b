/** Runs Schemathesis over the product: `npm run test:api`, or with more of everything, `npm run test:api -- --long`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const isLong = process.argv.includes('--long');
const { status } = spawnSync('vitest', ['run', '--config', 'vitest.openapi.config.ts'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, ...(isLong ? { LACRE_LONG: '1' } : {}) },
});
process.exitCode = status ?? 1;
