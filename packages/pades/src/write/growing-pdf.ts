import type { Hash } from 'node:crypto';

import { asBuffer } from '../pdf/syntax/characters.ts';
import { type AppendedRevision, hashOf, type PdfSoFar } from './pdf-so-far.ts';

/** Room made when a buffer has to be replaced: several tails of long-term validation. */
const SPARE_BYTES = 1024 * 1024;

/**
 * A file in one buffer, with its running SHA-256, that tails are appended to: what each step of
 * sealing takes. While the buffer has room at its end the file is never copied, and its bytes are
 * hashed once, whatever the number of revisions.
 */
export class GrowingPdf implements PdfSoFar {
  #room: Buffer;
  #sizeBytes: number;
  readonly #hash: Hash;
  #danglingNumbers: ReadonlySet<number> | undefined;

  private constructor(room: Buffer, sizeBytes: number, hash: Hash) {
    this.#room = room;
    this.#sizeBytes = sizeBytes;
    this.#hash = hash;
  }

  /**
   * @param room the file at its start, and after it bytes that may be overwritten
   * @param sizeBytes size of the file; all of `room` when left out
   * @param hashState a SHA-256 fed with exactly the file; without it the file is hashed now
   */
  static async open(room: Uint8Array, sizeBytes = room.length, hashState?: Hash): Promise<GrowingPdf> {
    if (sizeBytes > room.length) throw new RangeError('the file is larger than its buffer');
    const buffer = asBuffer(room);
    const hash = await hashOf({ pdf: buffer.subarray(0, sizeBytes), hashState });
    return new GrowingPdf(buffer, sizeBytes, hash);
  }

  /** The file so far; still the same bytes after the file has grown. */
  get pdf(): Buffer {
    return this.#room.subarray(0, this.#sizeBytes);
  }

  get hashState(): Hash {
    return this.#hash;
  }

  /** All that a step takes, for requests that name more than the file. */
  get soFar(): PdfSoFar {
    return { pdf: this.pdf, hashState: this.#hash, danglingNumbers: this.#danglingNumbers };
  }

  /** Known from the first revision appended on: revisions of this package add none. */
  get danglingNumbers(): ReadonlySet<number> | undefined {
    return this.#danglingNumbers;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** SHA-256 of the file so far, lower-case hexadecimal. */
  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Puts a revision after the file. The file is copied only when the buffer has no room for it. */
  append({ tail, danglingNumbers }: Pick<AppendedRevision, 'tail'> & Partial<AppendedRevision>): void {
    const sizeBytes = this.#sizeBytes + tail.length;
    if (sizeBytes > this.#room.length) {
      const larger = Buffer.allocUnsafeSlow(sizeBytes + SPARE_BYTES);
      larger.set(this.pdf);
      this.#room = larger;
    }
    this.#room.set(tail, this.#sizeBytes);
    this.#sizeBytes = sizeBytes;
    this.#hash.update(tail);
    this.#danglingNumbers ??= danglingNumbers;
  }
}
