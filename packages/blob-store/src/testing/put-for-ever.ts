/** Run by the test that kills it: stores new blobs without end and prints the address of each once stored. */
import { writeSync } from 'node:fs';

import { openFolderBlobStore } from '../folder/folder-blob-store.ts';
import { sampleBytes } from './sample-bytes.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Usage: put-for-ever.ts FOLDER');
const store = await openFolderBlobStore({ folder, masterKey: Buffer.alloc(32, 7) });

async function putForEver(lane: number): Promise<never> {
  for (let round = 1; ; round += 1) {
    const { sha256 } = await store.put(sampleBytes(150_000, lane * 1_000_000 + round));
    writeSync(1, `${sha256}\n`);
  }
}

await Promise.all([1, 2, 3].map(putForEver));
