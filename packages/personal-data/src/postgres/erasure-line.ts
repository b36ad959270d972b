import { setTimeout as sleep } from 'node:timers/promises';

import type { Log } from '@lacre/postgres';
import type { Client } from 'pg';

import { ERASED_CHANNEL } from './migrations.ts';

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 5000;

export interface ErasureHandlers {
  /** Erasures reach this process from now on; those of before are to be looked up. */
  connected(): Promise<void>;
  /** They do not any more. */
  lost(): void;
  erased(subject: string): void;
}

/** Hears of erasures by other processes, on a connection of its own. */
export class ErasureLine {
  readonly #newClient: () => Client;
  readonly #handlers: ErasureHandlers;
  readonly #log: Log;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;

  constructor(newClient: () => Client, handlers: ErasureHandlers, log: Log) {
    this.#newClient = newClient;
    this.#handlers = handlers;
    this.#log = log;
    this.#running = this.#keepListening();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #keepListening(): Promise<void> {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.#listenOnce(() => (failures = 0));
      } catch (error) {
        if (signal.aborted) return;
        this.#log.warn({ err: error }, 'erasures are not heard of; keys are not kept until they are again');
        const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
        await sleep(waitMs, undefined, { signal }).catch(() => {});
      } finally {
        this.#handlers.lost();
      }
    }
  }

  /** Listens until the connection breaks (rejects) or `close` is called (resolves). */
  async #listenOnce(listening: () => void): Promise<void> {
    const client = this.#newClient();
    const ended = Promise.withResolvers<void>();
    // It may break before it is awaited, while connecting, whose own error says the same.
    ended.promise.catch(() => {});
    const { signal } = this.#closing;
    const onAbort = (): void => ended.resolve();
    client.on('error', ended.reject);
    client.on('end', () => ended.reject(new Error('the connection ended')));
    client.on('notification', ({ payload }) => this.#handlers.erased(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${ERASED_CHANNEL}`);
      await this.#handlers.connected();
      listening();
      signal.addEventListener('abort', onAbort);
      if (!signal.aborted) await ended.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      await client.end().catch(() => {});
    }
  }
}
