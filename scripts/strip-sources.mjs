// Strips the sources of their types where one has changed since.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { toStrip } from '../packages/stripped-sources/src/sources.mjs';
import { node24, root } from './install.mjs';

const program = join(root, 'packages', 'stripped-sources', 'src', 'write.mjs');

/** Leaves every source's stripped form where the workers look for it. Without it they start, later. */
export function ensureSourcesStripped() {
  if (toStrip().missing.size === 0) return;
  const { status } = spawnSync(node24(), ['--disable-warning=ExperimentalWarning', program], {
    stdio: 'inherit',
  });
  if (status !== 0) console.error('As fontes não puderam ser preparadas: o Lacre inicia, mas mais devagar.');
}
