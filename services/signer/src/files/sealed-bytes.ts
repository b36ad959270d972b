import type { BlobStore } from '@lacre/blob-store';
import type { EventStore } from '@lacre/event-store';

import type { ProcessRecord } from '../process/process-record.ts';

/** A sealed document's bytes, wherever and in however many parts they are stored. */
export interface SealedBytes {
  /** Of the whole file. */
  sha256: string;
  sizeBytes: number;
  /** The bytes in order, anew at each call. Fails at its end at the latest when they are not what was sealed. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** The document as it is sealed now; undefined before the process's own stream says that it is. */
export async function sealedBytes(
  { blobs }: { eventStore: EventStore; blobs: BlobStore },
  record: ProcessRecord,
  documentId: string,
): Promise<SealedBytes | undefined> {
  const sealed = record.find('DocumentSealed', documentId);
  if (!sealed) return undefined;
  const { sha256, sizeBytes } = sealed.data;
  return { sha256, sizeBytes, chunks: () => streamOf(blobs, sha256) };
}

async function* streamOf(blobs: BlobStore, sha256: string): AsyncGenerator<Uint8Array> {
  yield* await blobs.get(sha256);
}
