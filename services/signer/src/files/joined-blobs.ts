import { Readable } from 'node:stream';

import type { BlobStore } from '@lacre/blob-store';

/**
 * Blobs one after the other, as one stream, each checked as it ends.
 *
 * @throws BlobNotFound, BlobCorrupted (as errors of the stream)
 */
export function joinedBlobs(blobs: BlobStore, parts: readonly string[]): Readable {
  async function* chunks(): AsyncGenerator<Buffer> {
    for (const sha256 of parts) yield* (await blobs.get(sha256)) as AsyncIterable<Buffer>;
  }
  return Readable.from(chunks(), { objectMode: false });
}
