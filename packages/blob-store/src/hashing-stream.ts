import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';

/** Passes bytes through unchanged and knows, once they have all passed, their SHA-256 and how many they were. */
export class HashingStream extends Transform {
  readonly #hash = createHash('sha256');
  #sizeBytes = 0;
  #sha256: string | undefined;

  /** Bytes passed so far. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Lower-case hexadecimal. @throws Error while bytes are still to come */
  get sha256(): string {
    if (this.#sha256 === undefined) throw new Error('The hash is known only after the stream has ended');
    return this.#sha256;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.#sizeBytes += chunk.byteLength;
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    this.#sha256 = this.#hash.digest('hex');
    done();
  }
}
