// Builds the client when its sources are newer, then measures how it feels on a phone: `npm run bench:web -- [--quick]`.
import { spawnSync } from 'node:child_process';

import { ensureWebBuilt } from './build-web.mjs';
import { ensureInstalled, node24, root, toolEnvironment } from './install.mjs';

ensureInstalled();
ensureWebBuilt();
const { status } = spawnSync(node24(), ['tests/bench/run.ts', 'web', ...process.argv.slice(2)], {
  cwd: root,
  env: toolEnvironment(),
  stdio: 'inherit',
});
process.exit(status ?? 1);
