// `npm test`: installs if needed, builds the client, runs every test that npm alone can serve.
import { spawnSync } from 'node:child_process';

import { ensureWebBuilt } from './build-web.mjs';
import { ensureInstalled, node24, root, toolEnvironment } from './install.mjs';
import { ensureSourcesStripped } from './strip-sources.mjs';

ensureInstalled();
ensureWebBuilt();
ensureSourcesStripped();
const run = spawnSync(node24(), ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], {
  cwd: root,
  env: toolEnvironment(),
  stdio: 'inherit',
});
process.exit(run.status ?? 1);
