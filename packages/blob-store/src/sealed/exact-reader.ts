/** Reads pieces of exact lengths from chunks of any. */
export class ExactReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Shorter only at the end. What lies within one chunk is not copied. */
  async read(length: number): Promise<Buffer> {
    if (this.#held.byteLength === 0) this.#held = await this.#next();
    if (this.#held.byteLength >= length) return this.#take(length);
    const piece = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length && this.#held.byteLength > 0) {
      filled += this.#take(length - filled).copy(piece, filled);
      if (this.#held.byteLength === 0) this.#held = await this.#next();
    }
    return piece.subarray(0, filled);
  }

  /** Ends the source, wherever it is. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  /** The next chunk that is not empty; an empty one at the end. */
  async #next(): Promise<Buffer> {
    for (;;) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return Buffer.alloc(0);
      if (value.byteLength > 0) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  }
}
