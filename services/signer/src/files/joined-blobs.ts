import { Readable } from 'node:stream';

import type { BlobStore } from '@lacre/blob-store';

/** Bytes of a file from `start` up to and without `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

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

/**
 * A range of the same bytes. Authentic, but the hash of the whole is not checked here.
 *
 * @throws BlobNotFound, BlobCorrupted (as errors of the stream)
 */
export function joinedSlice(blobs: BlobStore, parts: readonly string[], { start, end }: ByteRange): Readable {
  async function* chunks(): AsyncGenerator<Buffer> {
    let before = 0;
    for (const sha256 of parts) {
      const size = await blobs.size(sha256);
      const [from, to] = [Math.max(0, start - before), Math.min(size, end - before)];
      if (from < to) yield* (await blobs.slice(sha256, from, to)) as AsyncIterable<Buffer>;
      before += size;
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}
