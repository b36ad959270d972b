import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

import type { ClientBase, Connection, Submittable } from 'pg';

/** What the driver's connection has beside its declared type. */
interface CopyConnection extends Pick<Connection, 'stream'> {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/**
 * Runs `copy … from stdin` with these chunks of its text format (PostgreSQL, COPY). A chunk is asked for when those
 * before it are on their way, so that no more than a few are in memory.
 *
 * @param client that waits for no answer: nothing is sent beside a copy, also over a connection that pipelines
 */
export async function copyIn(client: ClientBase, text: string, chunks: Iterable<string>): Promise<void> {
  const copy = new CopyIn(text, chunks);
  const connection = client as { pipeline?: boolean };
  const { pipeline = false } = connection;
  // The driver refuses a copy over a connection that pipelines, where it would read the answers of others.
  connection.pipeline = false;
  try {
    client.query(copy);
    await copy.done;
  } finally {
    connection.pipeline = pipeline;
  }
}

class CopyIn implements Submittable {
  readonly #text: string;
  readonly #chunks: Iterable<string>;
  readonly #outcome = Promise.withResolvers<void>();
  #isOver = false;
  #failure: unknown;

  constructor(text: string, chunks: Iterable<string>) {
    this.#text = text;
    this.#chunks = chunks;
  }

  get done(): Promise<void> {
    return this.#outcome.promise;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection);
  }

  /** Of the server, or of a connection that broke. What is still sent the server passes over. */
  handleError(error: Error): void {
    this.#isOver = true;
    // A chunk that could not be made is the reason; the server only says that the copy was given up.
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    this.#outcome.reject(this.#failure ?? error);
  }

  handleCommandComplete(): void {
    this.#isOver = true;
  }

  handleReadyForQuery(): void {
    this.#outcome.resolve();
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { stream } = connection;
    try {
      for (const chunk of this.#chunks) {
        if (this.#isOver || stream.destroyed) return;
        connection.sendCopyFromChunk(Buffer.from(chunk));
        // A server as fast as this would otherwise keep the process from all else, its own error included.
        await (stream.writableNeedDrain ? drained(stream) : turn());
      }
      if (!this.#isOver) connection.endCopyFrom();
    } catch (error) {
      this.#failure = error;
      if (!this.#isOver) connection.sendCopyFail('a chunk could not be made');
    }
  }
}

/** Resolves when there is room again, or when the connection is gone, and leaves no listener behind. */
async function drained(stream: Writable): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]);
  } finally {
    over.abort();
  }
}
