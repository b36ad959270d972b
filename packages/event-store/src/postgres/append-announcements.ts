import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from 'pg';

import { Backoff } from '../backoff.ts';
import type { Log } from '../log.ts';
import type { WakeUp } from '../wake-up.ts';

/** Channel of the wake-ups that follow appends. */
const channel = 'event_store_append';

/** A burst of appends makes one notification, then at most one per this time. */
const quietMs = 5;

/**
 * Wakes readers, here and in other processes, after appends. One connection of its own both listens and notifies.
 *
 * It notifies after the append has committed: a NOTIFY inside the append's transaction takes a lock of the whole
 * cluster at commit, and appends would flush one by one. Wake-ups may be lost with a connection; the store looks for
 * what readers missed, and read once whenever the connection is back.
 */
export class AppendAnnouncements {
  readonly #newClient: () => Client;
  readonly #wake: WakeUp;
  readonly #log: Log;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #client: Client | undefined;
  #unsent = false;
  #sending = false;

  constructor(newClient: () => Client, wake: WakeUp, log: Log) {
    this.#newClient = newClient;
    this.#wake = wake;
    this.#log = log;
    this.#running = this.#keepListening();
  }

  /** Says that something was appended: to this process at once, to others through the database. */
  announce(): void {
    this.#wake.signal();
    this.#unsent = true;
    if (!this.#sending) void this.#send();
  }

  /** Closes the connection. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #keepListening(): Promise<void> {
    const { signal } = this.#closing;
    const backoff = new Backoff({ firstMs: 50, longestMs: 5000 });
    while (!signal.aborted) {
      try {
        await this.#listenOnce(backoff);
      } catch (error) {
        if (signal.aborted) return;
        this.#log.warn(
          { err: error },
          'the connection for append wake-ups is lost; readers are later until it is back',
        );
        await backoff.wait(signal);
      }
    }
  }

  /** Listens until the connection breaks (rejects) or `close` is called (resolves). */
  async #listenOnce(backoff: Backoff): Promise<void> {
    const client = this.#newClient();
    const ended = Promise.withResolvers<void>();
    // It may break before it is awaited, while connecting, whose own error says the same.
    ended.promise.catch(() => {});
    const { signal } = this.#closing;
    const onAbort = (): void => ended.resolve();
    client.on('error', ended.reject);
    client.on('end', () => ended.reject(new Error('the connection ended')));
    client.on('notification', ({ processId }) => {
      if (processId !== (client as unknown as { processID: number }).processID) this.#wake.signal();
    });
    try {
      await client.connect();
      await client.query(`set synchronous_commit = off; listen ${channel}`);
      backoff.reset();
      this.#client = client;
      // Appends missed while not listening are found by reading once.
      this.#wake.signal();
      if (this.#unsent) void this.#send();
      signal.addEventListener('abort', onAbort);
      if (!signal.aborted) await ended.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#client = undefined;
      await client.end().catch(() => {});
    }
  }

  async #send(): Promise<void> {
    this.#sending = true;
    while (this.#unsent && this.#client) {
      this.#unsent = false;
      try {
        await this.#client.query(`notify ${channel}`);
      } catch {
        // The listening loop sees the same break and reports it; the next connection sends again.
        this.#unsent = true;
        break;
      }
      await sleep(quietMs);
    }
    this.#sending = false;
  }
}
