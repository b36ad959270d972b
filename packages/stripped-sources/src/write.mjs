// `node packages/stripped-sources/src/write.mjs`: strips all sources of their types, and removes the forms of former ones.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

import { sources, STRIPPED, strippedNames } from './sources.mjs';

const wanted = sources();
const written = new Set(strippedNames());
mkdirSync(STRIPPED, { recursive: true });
for (const [name, source] of wanted) {
  if (written.has(name)) continue;
  // Into its place as a whole: a process that starts meanwhile may be reading.
  const unfinished = join(STRIPPED, `${name}.${process.pid}`);
  writeFileSync(unfinished, stripTypeScriptTypes(source.toString()));
  renameSync(unfinished, join(STRIPPED, name));
}
for (const name of written) if (!wanted.has(name)) rmSync(join(STRIPPED, name), { force: true });
