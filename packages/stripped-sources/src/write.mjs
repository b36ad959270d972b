// `node packages/stripped-sources/src/write.mjs`: strips all sources of their types, and removes the forms of former ones.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

import { STRIPPED, toStrip } from './sources.mjs';

const { missing, former } = toStrip();
mkdirSync(STRIPPED, { recursive: true });
for (const [name, source] of missing) {
  // Into its place as a whole: a process that starts meanwhile may be reading.
  const unfinished = join(STRIPPED, `${name}.${process.pid}`);
  writeFileSync(unfinished, stripTypeScriptTypes(source.toString()));
  renameSync(unfinished, join(STRIPPED, name));
}
for (const name of former) rmSync(join(STRIPPED, name), { force: true });
