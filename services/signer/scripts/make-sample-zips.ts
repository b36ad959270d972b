// node services/signer/scripts/make-sample-zips.ts DIR: zips as downloads are, small, of many files, and beyond 4 GB.
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { zipArchive, type ZipEntry } from '../src/download/zip-archive.ts';

const AT = new Date('2026-03-02T14:05:08.000Z');
const MEBIBYTE = 1024 * 1024;
/** Written as a hole: the file takes no room on the disk. */
const ZEROS = Buffer.alloc(4 * MEBIBYTE);

const entry = (path: string, content: ZipEntry['content']): ZipEntry => ({ path, modifiedAt: AT, content });
const of = (text: string) =>
  async function* () {
    yield Buffer.from(text);
  };

async function* zeros(): AsyncGenerator<Uint8Array> {
  for (let written = 0; written < 4100; written += 4) yield ZEROS;
}

const samples: Record<string, ZipEntry[]> = {
  small: [
    entry('LEIA-ME.txt', of('Olá\r\n')),
    entry('Locação_ galpão/Contrato de prestação-assinado.pdf', of('%PDF-1.7')),
    entry('Locação_ galpão (2)/日本語-assinado.pdf', of('%PDF-1.7 2')),
    entry('vazio.pdf', of('')),
  ],
  many: Array.from({ length: 70_000 }, (_, index) => entry(`${index % 100}/${index}.pdf`, of(String(index)))),
  huge: [entry('zeros.pdf', zeros), entry('depois.pdf', of('depois de 4 GB'))],
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node services/signer/scripts/make-sample-zips.ts DIR');
for (const [name, entries] of Object.entries(samples)) {
  const path = join(folder, `${name}.zip`);
  await writeFile(path, '');
  const file = await open(path, 'r+');
  let offset = 0;
  for await (const chunk of zipArchive(entries)) {
    if (chunk !== ZEROS) await file.write(chunk, 0, chunk.byteLength, offset);
    offset += chunk.byteLength;
  }
  await file.close();
}
