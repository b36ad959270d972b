import { createHash, type Hash } from 'node:crypto';

import type { BlobStore } from '@lacre/blob-store';

/**
 * A blob's bytes with the SHA-256 that they went through on their way in, so that sealing need not read them again.
 *
 * @throws BlobNotFound, BlobCorrupted
 */
export async function readWithHash(blobs: BlobStore, sha256: string): Promise<{ bytes: Buffer; hash: Hash }> {
  const bytes = Buffer.allocUnsafe(await blobs.size(sha256));
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of (await blobs.get(sha256)) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    chunk.copy(bytes, length);
    length += chunk.length;
  }
  if (length !== bytes.length) throw new Error(`blob ${sha256} has ${length} bytes, not ${bytes.length}`);
  return { bytes, hash };
}
