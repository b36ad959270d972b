// `npm start`: installs if needed, builds the client if needed, starts everything on one port.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { ensureWebBuilt } from './build-web.mjs';
import { ensureInstalled, node24, root, toolEnvironment } from './install.mjs';
import { ensureSourcesStripped } from './strip-sources.mjs';

ensureInstalled();
ensureWebBuilt();
ensureSourcesStripped();
const server = spawn(node24(), [join(root, 'infra', 'local', 'src', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: toolEnvironment(),
  stdio: 'inherit',
});
// The server ends itself cleanly on a signal; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
// npm ends on a signal without its child: the server ends once its parent is gone.
const parent = process.ppid;
if (process.env.npm_lifecycle_event === 'start')
  setInterval(() => process.ppid === parent || server.kill('SIGTERM'), 1000).unref();
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
