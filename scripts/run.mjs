// Runs one of the repository's own programs on the locked Node and tools: `node scripts/run.mjs FILE [ARGUMENTS]`.
import { spawnSync } from 'node:child_process';

import { ensureInstalled, node24, root, toolEnvironment } from './install.mjs';

ensureInstalled();
const { status } = spawnSync(node24(), process.argv.slice(2), {
  cwd: root,
  env: toolEnvironment(),
  stdio: 'inherit',
});
process.exit(status ?? 1);
