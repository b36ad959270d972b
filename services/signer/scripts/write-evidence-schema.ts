import { writeFile } from 'node:fs/promises';

import { evidenceSchema } from '../src/evidence/evidence-json.ts';

/** Writes `evidence.schema.json`, which describes the attachment `evidence.json` to others. */
const file = new URL('../evidence.schema.json', import.meta.url);
await writeFile(file, `${JSON.stringify(evidenceSchema(), null, 2)}\n`);
