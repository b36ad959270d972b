import type { BlobStore } from '@lacre/blob-store';
import type { DomainLog } from '@lacre/domain-log';

import type { ProcessRecord } from '../process/process-record.ts';
import type { EvidenceFile } from '../seal/at-once/read-made.ts';
import { partsOf, readSealRecord, sealedFile } from '../seal/seal-record.ts';
import { joinedBlobs } from './joined-blobs.ts';

/** A sealed document's bytes, wherever and in however many parts they are stored. */
export interface SealedBytes {
  /** Of the whole file. */
  sha256: string;
  sizeBytes: number;
  /** Addresses of the blobs that make the file, in order. */
  parts: readonly string[];
  /** The bytes in order, anew at each call. Fails at its end at the latest when they are not what was sealed. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** The newest version of the sealed document; undefined before the process's own stream says that it is sealed. */
export async function sealedBytes(
  { blobs, log }: { log: DomainLog; blobs: BlobStore },
  record: ProcessRecord,
  documentId: string,
): Promise<SealedBytes | undefined> {
  if (!record.find('DocumentSealed', documentId)) return undefined;
  const file = sealedFile(await readSealRecord(log, documentId));
  if (!file) throw new Error(`document ${documentId} is sealed and has no sealed file`);
  return { ...file, chunks: () => joinedBlobs(blobs, file.parts) };
}

/** The bytes of evidence that is a file of its own. */
export function evidenceBytes({ blobs }: { blobs: BlobStore }, made: EvidenceFile): SealedBytes {
  const { sha256, sizeBytes } = made;
  const parts = partsOf(made);
  return { sha256, sizeBytes, parts, chunks: () => joinedBlobs(blobs, parts) };
}
