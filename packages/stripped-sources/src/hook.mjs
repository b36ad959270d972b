// `node --import @lacre/stripped-sources/hook`: loads sources that were stripped of their types beforehand. What has no
// stripped form, Node strips: the program is the same, and starts later.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { STRIPPED, strippedName } from './sources.mjs';

function strippedOf(url) {
  try {
    return readFileSync(join(STRIPPED, strippedName(readFileSync(fileURLToPath(url)))), 'utf8');
  } catch {
    // Also where the process may not read it: Node says so of what it may not read either.
    return undefined;
  }
}

registerHooks({
  load(url, context, next) {
    const source = url.startsWith('file:') && url.endsWith('.ts') ? strippedOf(url) : undefined;
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});
