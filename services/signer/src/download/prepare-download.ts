import type { BlobStore } from '@lacre/blob-store';
import { DOWNLOAD_LIFE_DAYS, type DataOf } from '@lacre/contracts';
import { Unprocessable } from '@lacre/work-queue';
import type { Pool } from 'pg';

import type { SealedBytes } from '../files/sealed-bytes.ts';
import type { SealParts } from '../seal/seal-work.ts';
import { planArchive, type ArchivePlan } from './archive-plan.ts';
import { archiveReadme, README_NAME } from './archive-readme.ts';
import { DownloadProgress } from './download-progress.ts';
import { readDownload, type DownloadRecord } from './download-record.ts';
import type { PlannedFile } from './planned-file.ts';
import { recordNext } from './record-next.ts';
import { zipArchive, type ZipEntry } from './zip-archive.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Every file is read to be measured and again to be written. */
const READS = 2;

/**
 * Puts the chosen documents into one zip and stores it.
 *
 * Commit point: the append of DownloadPrepared as the stream's second event. A crash before it leaves at most a stored
 * zip that nothing names, which the repeat makes again byte by byte, so that it is named then; after it every repeat
 * finds it done. Of two that prepare at once, one append wins; should its zip be another (a document's seal renewed in
 * between), the loser's is removed.
 *
 * @param signal gives up between two pieces of a file
 * @throws Unprocessable when the log asks for no such download
 */
export async function prepareDownload(
  signer: SealParts,
  downloadId: string,
  signal: AbortSignal,
): Promise<DataOf<'DownloadPrepared'>> {
  const record = await readDownload(signer.log, downloadId);
  if (!record) throw new Unprocessable(`download ${downloadId} was not requested`);
  if (record.prepared) return record.prepared;
  const plan = await planArchive(signer, record.requested);
  const stored = await store(signer, record, plan, signal);
  const { tenantId, requestedBy } = record.requested;
  const now = signer.now();
  await recordNext(signer, record, {
    type: 'DownloadPrepared',
    data: {
      downloadId,
      tenantId,
      requesterId: requestedBy.userId,
      ...stored,
      files: plan.files.map(preparedFile),
      expiresAt: new Date(now.getTime() + DOWNLOAD_LIFE_DAYS * DAY_MS).toISOString(),
    },
  });
  const settled = (await readDownload(signer.log, downloadId))?.prepared;
  if (!settled) throw new Error(`download ${downloadId} was recorded as prepared and is not`);
  if (settled.sha256 !== stored.sha256) await signer.blobs.remove(stored.sha256);
  return settled;
}

function preparedFile({
  processId,
  documentId,
  evidence,
  ...own
}: PlannedFile): DataOf<'DownloadPrepared'>['files'][number] {
  const named = { processId, documentId, ...recorded(own) };
  return evidence === undefined ? named : { ...named, evidence: recorded(evidence) };
}

const recorded = ({ path, file: { sha256, sizeBytes } }: { path: string; file: SealedBytes }) => ({
  path,
  sha256,
  sizeBytes,
});

/** Every file of the zip, each document followed by what goes beside it. */
const filesOf = ({ files }: ArchivePlan) =>
  files.flatMap((file) => (file.evidence === undefined ? [file] : [file, file.evidence]));

async function store(
  signer: { pool: Pool; blobs: BlobStore; publicUrl: string },
  record: DownloadRecord,
  plan: ArchivePlan,
  signal: AbortSignal,
) {
  const documentBytes = filesOf(plan).reduce((total, { file }) => total + file.sizeBytes, 0);
  const progress = new DownloadProgress(signer.pool, record.requested, READS * documentBytes);
  await progress.begin();
  try {
    return await signer.blobs.put(zipArchive(entriesOf(signer, record, plan, { progress, signal })));
  } finally {
    await progress.end();
  }
}

interface Watched {
  progress: DownloadProgress;
  signal: AbortSignal;
}

/** Every moment in the zip comes from the log, so that it is the same whenever it is made. */
function entriesOf(
  { publicUrl }: { publicUrl: string },
  record: DownloadRecord,
  plan: ArchivePlan,
  watched: Watched,
): ZipEntry[] {
  const { tenantName, files } = plan;
  const readme = archiveReadme(record, { tenantName, files, publicUrl });
  return [
    {
      path: README_NAME,
      modifiedAt: new Date(record.requestedAt),
      content: async function* () {
        yield readme;
      },
    },
    ...filesOf(plan).map(({ path, sealedAt, file }) => ({
      path,
      modifiedAt: new Date(sealedAt),
      content: () => watch(file.chunks(), watched),
    })),
  ];
}

async function* watch(
  chunks: AsyncIterable<Uint8Array>,
  { progress, signal }: Watched,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    await progress.add(chunk.byteLength);
    yield chunk;
  }
}
