// `node services/signer/scripts/make-evidence-samples.ts DIR`: writes evidence pages of every kind of document that is
// hard to lay out, to be looked at, and for programs of others to check.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { drawEvidence } from '../src/evidence/drawing/draw-evidence.ts';
import { HARD_FACTS } from '../src/testing/hard-facts.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node services/signer/scripts/make-evidence-samples.ts DIR');
await mkdir(folder, { recursive: true });
for (const [name, facts] of Object.entries(HARD_FACTS)) {
  await writeFile(join(folder, `${name.replaceAll(/\W+/g, '-')}.pdf`), await drawEvidence(facts()));
}
