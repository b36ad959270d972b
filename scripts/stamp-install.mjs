// Run by npm after `npm ci` and `npm install`: an install by hand is not repeated by the next start, and `npx lacre` finds
// the command here. (Named as `bin` of package.json, npm would install this package into itself and refuse its scripts.)
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { root, stampInstall } from './install.mjs';

if (process.platform !== 'win32') {
  const bin = join(root, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  rmSync(join(bin, 'lacre'), { force: true });
  symlinkSync(join('..', '..', 'scripts', 'lacre.mjs'), join(bin, 'lacre'));
}
stampInstall();
