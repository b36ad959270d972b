import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { DigestName } from '../cms/object-identifiers.ts';
import type { ByteRange } from '../seal/seal-pdf.ts';

export interface SignedDigest {
  /** Digest over what ByteRange covers. */
  readonly messageDigest: Buffer;
  /** SHA-256, hexadecimal, of the file up to the end of ByteRange. */
  readonly sealedSha256: string;
  /** SHA-256, hexadecimal, of the whole file. */
  readonly sha256: string;
}

const SLICE_BYTES = 8 * 1024 * 1024;

/** All three digests in one pass when the signature's digest is SHA-256, in two when it is not. */
export async function signedDigest(
  bytes: Uint8Array,
  byteRange: ByteRange,
  digest: DigestName,
): Promise<SignedDigest> {
  const [, before, after, rest] = byteRange;
  const end = after + rest;
  const sha256 = await fed('sha256', bytes.subarray(0, before));
  const signed = digest === 'sha256' ? sha256.copy() : await fed(digest, bytes.subarray(0, before));
  signed.update(bytes.subarray(after, end));
  sha256.update(bytes.subarray(before, end));
  return {
    messageDigest: signed.digest(),
    sealedSha256: sha256.copy().digest('hex'),
    sha256: sha256.update(bytes.subarray(end)).digest('hex'),
  };
}

/** SHA-256 of the whole file, hexadecimal. */
export async function fileDigest(bytes: Uint8Array): Promise<string> {
  return (await fed('sha256', bytes)).digest('hex');
}

/** Hashes in slices between which other work of the process gets its turn. */
async function fed(algorithm: DigestName, bytes: Uint8Array): Promise<ReturnType<typeof createHash>> {
  const hash = createHash(algorithm);
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    if (start > 0) await nextTurn();
    hash.update(bytes.subarray(start, start + SLICE_BYTES));
  }
  return hash;
}
