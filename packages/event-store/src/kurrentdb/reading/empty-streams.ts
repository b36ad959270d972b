/** How long a stream that was read as never written to is taken to be so, milliseconds, and how many are remembered. */
const BELIEVED_FOR_MS = 5000;
const REMEMBERED = 10_000;

/**
 * Streams that a read on this connection has just shown to be empty and never cut. The server lets an append that
 * expects no stream go through where one was deleted softly; deciders read the stream before, and do not wait for its
 * metadata twice.
 */
export class EmptyStreams {
  readonly #seen = new Map<string, { generation: number; atMs: number }>();

  note(stream: string, generation: number): void {
    this.#seen.delete(stream);
    this.#seen.set(stream, { generation, atMs: Date.now() });
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= REMEMBERED) return;
      this.#seen.delete(oldest);
    }
  }

  /** Once: after the append that asks it is not empty any more. */
  take(stream: string, generation: number): boolean {
    const seen = this.#seen.get(stream);
    this.#seen.delete(stream);
    return seen?.generation === generation && Date.now() - seen.atMs < BELIEVED_FOR_MS;
  }
}
