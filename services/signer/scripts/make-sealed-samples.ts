// `node services/signer/scripts/make-sealed-samples.ts DIR`: writes sealed samples of every kind of upload, and the
// certificates their seals are verified by, for programs of others to check: qpdf, pdfsig, openssl.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTenantMoves } from '@lacre/access';
import { MemoryBlobStore } from '@lacre/blob-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { createMemoryKeys } from '@lacre/personal-data/memory';
import { MemoryWorkQueue } from '@lacre/work-queue/memory';
import type { Pool } from 'pg';
import pino from 'pino';

import { openSealing } from '../src/authorities/open-sealing.ts';
import { sofficeConverter } from '../src/intake/office/convert-office.ts';
import { queuedConverter } from '../src/intake/office/office-queue.ts';
import { takeInUpload } from '../src/intake/take-in-upload.ts';
import { openFile } from '../src/seal/open-file.ts';
import { sealDocument } from '../src/seal/seal-document.ts';
import { readSealRecord, sealedFile } from '../src/seal/seal-record.ts';
import { openSigner } from '../src/signer.ts';
import { completedProcess } from '../src/testing/completed-process.ts';
import { armedPdf, certifiedByOthers, samplePdf, signedByOthers } from '../src/testing/pdfs/sample-pdfs.ts';

const samples: Readonly<Record<string, () => Promise<Buffer>>> = {
  'xref-table': () => samplePdf(),
  'xref-stream': () => samplePdf({ objectStreams: true }),
  rotated: () => samplePdf({ rotation: 90 }),
  disarmed: armedPdf,
  '20-mb': () => samplePdf({ ballastBytes: 20_000_000 }),
  'signed-by-others': signedByOthers,
  'certified-by-others': certifiedByOthers,
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node services/signer/scripts/make-sealed-samples.ts DIR');
await mkdir(folder, { recursive: true });
const keysFolder = await mkdtemp(join(tmpdir(), 'lacre-sample-keys-'));
const publicUrl = 'https://lacre.exemplo.com.br';
const logger = pino({ level: 'warn' });
const sealing = await openSealing({
  folder: keysFolder,
  organization: 'Lacre',
  publicUrl,
  logger,
  now: () => new Date(),
});
const { sealKeys } = sealing;
const eventStore = createMemoryEventStore();
const signer = openSigner({
  logger,
  eventStore,
  tenantMoves: createTenantMoves({ eventStore, logger }),
  workQueue: new MemoryWorkQueue(),
  // Sealing itself reads and writes nothing in the database: the log is its only memory.
  pool: undefined as unknown as Pool,
  personalDataKeys: createMemoryKeys(),
  blobs: new MemoryBlobStore(),
  proofSecret: randomBytes(32),
  payloadKey: randomBytes(32),
  ...sealing,
  publicUrl,
  office: queuedConverter(sofficeConverter({ searchPath: '' }), 1),
});
const user = {
  kind: 'user',
  sub: randomUUID(),
  tenantId: randomUUID(),
  role: 'administrator',
  name: 'Ana',
  companies: 'all',
} as const;
for (const [name, make] of Object.entries(samples)) {
  const bytes = await make();
  const sourceSha256 = createHash('sha256').update(bytes).digest('hex');
  const upload = await takeInUpload(signer, user, { sentName: `${name}.pdf`, bytes, sha256: sourceSha256 });
  const shown = await signer.blobs.read(upload.sha256);
  const { processId, documentId } = await completedProcess({ signer }, shown, {
    alreadySigned: upload.alreadySigned,
  });
  await sealDocument(signer, processId, documentId);
  const file = sealedFile(await readSealRecord(signer.log, documentId));
  const { pdf } = await openFile(signer.blobs, file?.parts ?? []);
  await writeFile(join(folder, `${name}.pdf`), pdf);
}
await writeFile(join(folder, 'issuers.pem'), sealKeys.issuersPem);
await writeFile(join(folder, 'seal.pem'), sealKeys.signer.certificate.x509.toString());
await signer.close();
await rm(keysFolder, { recursive: true });
