/** Reads pieces of exact lengths from chunks of any. */
export class ExactReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Shorter only at the end. */
  async read(length: number): Promise<Buffer> {
    if (this.#held.byteLength < length) await this.#fill(length);
    const piece = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return piece;
  }

  /** Ends the source, wherever it is. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #fill(length: number): Promise<void> {
    const held: Uint8Array[] = [this.#held];
    let heldBytes = this.#held.byteLength;
    while (heldBytes < length) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      held.push(next.value);
      heldBytes += next.value.byteLength;
    }
    this.#held = Buffer.concat(held, heldBytes);
  }
}
