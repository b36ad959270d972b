import { createHash, type Hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { DigestName } from '../cms/object-identifiers.ts';
import type { ByteRange } from '../seal/seal-pdf.ts';

/** What a signature covers, and by which digest it says so. */
export interface CoveredBytes {
  readonly byteRange: ByteRange;
  readonly digest: DigestName;
}

const SLICE_BYTES = 8 * 1024 * 1024;

/**
 * All the digests that judging one file takes. The bytes are hashed once for each algorithm, whatever
 * the number of signatures: a running hash forks before each Contents, and each fork has only the
 * rest of its own revision to go.
 */
export class FileDigests {
  readonly #covered = new Map<string, Buffer>();
  readonly #ends = new Map<number, string>();
  /** SHA-256 of the whole file, hexadecimal. */
  readonly sha256: string;

  private constructor(
    covered: ReadonlyMap<string, Buffer>,
    ends: ReadonlyMap<number, string>,
    sha256: string,
  ) {
    this.#covered = new Map(covered);
    this.#ends = new Map(ends);
    this.sha256 = sha256;
  }

  /**
   * @param ends places at which the SHA-256 of the file up to there is wanted
   * @param signatures whose ByteRange lies within the file
   */
  static async of(
    bytes: Uint8Array,
    ends: readonly number[],
    signatures: readonly CoveredBytes[],
  ): Promise<FileDigests> {
    const covered = new Map<string, Buffer>();
    const reached = new Map<number, string>();
    for (const digest of new Set<DigestName>(['sha256', ...signatures.map((each) => each.digest)])) {
      const own = signatures.filter((each) => each.digest === digest);
      const stops = new Set([...own.map(({ byteRange }) => byteRange[1]), bytes.length]);
      if (digest === 'sha256') for (const end of ends) stops.add(end);
      const hash = createHash(digest);
      let at = 0;
      for (const stop of [...stops].toSorted((a, b) => a - b)) {
        await feed(hash, bytes.subarray(at, stop));
        at = stop;
        for (const { byteRange } of own.filter((each) => each.byteRange[1] === stop)) {
          covered.set(keyOf(byteRange, digest), await forked(hash, bytes, byteRange));
        }
        if (digest === 'sha256') reached.set(stop, hash.copy().digest('hex'));
      }
    }
    return new FileDigests(covered, reached, reached.get(bytes.length) as string);
  }

  /** The digest over what a ByteRange covers, when it was asked for. */
  covered(byteRange: ByteRange, digest: DigestName): Buffer | undefined {
    return this.#covered.get(keyOf(byteRange, digest));
  }

  /** SHA-256, hexadecimal, of the file up to a place that was asked for. */
  upTo(end: number): string | undefined {
    return this.#ends.get(end);
  }
}

function keyOf(byteRange: ByteRange, digest: DigestName): string {
  return `${digest} ${byteRange.join(' ')}`;
}

async function forked(hash: Hash, bytes: Uint8Array, [, , after, rest]: ByteRange): Promise<Buffer> {
  const fork = hash.copy();
  await feed(fork, bytes.subarray(after, after + rest));
  return fork.digest();
}

/** SHA-256 of the whole file, hexadecimal. */
export async function fileDigest(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  await feed(hash, bytes);
  return hash.digest('hex');
}

/** Hashes in slices between which other work of the process gets its turn. */
async function feed(hash: Hash, bytes: Uint8Array): Promise<void> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    if (start > 0) await nextTurn();
    hash.update(bytes.subarray(start, start + SLICE_BYTES));
  }
}
