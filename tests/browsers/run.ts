/**
 * Runs the product's main journeys in Firefox and WebKit (Debian: firefox-esr, webkit2gtk-driver, xvfb):
 *
 *     npm run test:browsers
 *
 * With `BROWSER_PICTURES=FOLDER`, it keeps a picture of each screen there.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const reporters = process.argv.slice(2);
const { status } = spawnSync('vitest', ['run', '--config', 'vitest.browsers.config.ts', ...reporters], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
