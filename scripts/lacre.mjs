#!/usr/bin/env node
// The auditor's and the operator's commands: `lacre audit …`, `lacre fsck`, `lacre tenant …`, `lacre user …`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { ensureInstalled, node24, root, toolEnvironment } from './install.mjs';

ensureInstalled();
const program = join(root, 'infra', 'local', 'src', 'lacre.ts');
const { status } = spawnSync(node24(), [program, ...process.argv.slice(2)], {
  env: toolEnvironment(),
  stdio: 'inherit',
});
process.exit(status ?? 1);
