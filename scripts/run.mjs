// Runs one of the repository's own programs on the locked Node and tools:
// `node scripts/run.mjs [--with-client] FILE [ARGUMENTS]`; `--with-client` for one that opens the client in a browser.
import { spawnSync } from 'node:child_process';

import { ensureWebBuilt } from './build-web.mjs';
import { ensureInstalled, node24, root, toolEnvironment } from './install.mjs';

const [first, ...rest] = process.argv.slice(2);
const withClient = first === '--with-client';

ensureInstalled();
if (withClient) ensureWebBuilt();
const { status } = spawnSync(node24(), withClient ? rest : [first, ...rest], {
  cwd: root,
  env: toolEnvironment(),
  stdio: 'inherit',
});
process.exit(status ?? 1);
