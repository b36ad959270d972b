import { createHash, type Hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ReaderLimits } from '../pdf/syntax/reader-limits.ts';

/** A file that a revision is to be appended to. */
export interface PdfSoFar {
  /** The whole file. Read in place, neither copied nor changed; must not change meanwhile. */
  readonly pdf: Uint8Array;
  /**
   * A SHA-256 that has been fed exactly `pdf`, kept from when the bytes came in; it is copied, not
   * used up. With it no SHA-256 of the file's bytes is taken again.
   */
  readonly hashState?: Hash | undefined;
  /**
   * What the step that wrote the file found of it, see {@link AppendedRevision.danglingNumbers}: with it
   * the objects of the file are not all read again, and its roles not looked at again: the step that found
   * it has done that.
   */
  readonly danglingNumbers?: ReadonlySet<number> | undefined;
  readonly limits?: Partial<ReaderLimits> | undefined;
}

/** What a step appends, and the file as it is from then on. */
export interface AppendedRevision {
  /** What follows the file; the file itself keeps every byte. */
  readonly tail: Buffer;
  /** Size of the file with the tail, in bytes. */
  readonly sizeBytes: number;
  /** SHA-256 of the file with the tail, lower-case hexadecimal. */
  readonly sha256: string;
  /** The running SHA-256 of the file with the tail, for the next step. */
  readonly hashState: Hash;
  /** Object numbers that the file refers to without having them, which no new object may take. */
  readonly danglingNumbers: ReadonlySet<number>;
}

const SLICE_BYTES = 8 * 1024 * 1024;

/** Feeds a hash in slices between which other work gets its turn. */
export async function feed(hash: Hash, bytes: Uint8Array): Promise<Hash> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    if (start > 0) await nextTurn();
    hash.update(bytes.subarray(start, start + SLICE_BYTES));
  }
  return hash;
}

/** A running SHA-256 of the file, the caller's own to go on with. */
export async function hashOf({ pdf, hashState }: PdfSoFar): Promise<Hash> {
  return hashState ? hashState.copy() : feed(createHash('sha256'), pdf);
}

/** The outcome of appending `tail` to the file whose running hash is `before`. */
export function appended(
  sizeBefore: number,
  before: Hash,
  danglingNumbers: ReadonlySet<number>,
  tail: Buffer,
): AppendedRevision {
  const hashState = before.copy().update(tail);
  return {
    tail,
    sizeBytes: sizeBefore + tail.length,
    sha256: hashState.copy().digest('hex'),
    hashState,
    danglingNumbers,
  };
}
