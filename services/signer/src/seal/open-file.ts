import { createHash } from 'node:crypto';

import type { BlobStore } from '@lacre/blob-store';
import { GrowingPdf } from '@lacre/pades';

import { joinedBlobs } from '../files/joined-blobs.ts';

/** Room after the file for the tails of all steps, so that none of them copies it, bytes. */
const SPARE_BYTES = 1024 * 1024;

/**
 * A file that is made of blobs, in one buffer with room to grow, hashed on the way in: sealing takes one pass over it.
 *
 * @throws BlobNotFound, BlobCorrupted
 */
export async function openFile(blobs: BlobStore, parts: readonly string[]): Promise<GrowingPdf> {
  const sizes = await Promise.all(parts.map((sha256) => blobs.size(sha256)));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const room = Buffer.allocUnsafeSlow(total + SPARE_BYTES);
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of joinedBlobs(blobs, parts) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    chunk.copy(room, length);
    length += chunk.length;
  }
  if (length !== total) throw new Error(`blobs of ${total} bytes gave ${length}`);
  return GrowingPdf.open(room, total, hash);
}
