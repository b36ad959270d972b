import { setTimeout as sleep } from 'node:timers/promises';

import { connectSession } from '@lacre/postgres';
import type { Client, Pool } from 'pg';

import type { FaultListener } from '../port.ts';

const CHANNEL = 'work_queue';
/** At most one NOTIFY in this time: in bursts each commits, and all commits with one queue behind each other. */
const NOTIFY_EVERY_MS = 5;
const RECONNECT_AFTER_MS = 250;

/**
 * LISTEN and NOTIFY on one connection of its own, beside the pool's. Wake-ups are sent after the
 * jobs' transactions, never in them: a NOTIFY inside takes a lock that lets only one transaction of the whole
 * cluster commit at a time. Nothing is lost with a wake-up: the queue looks for jobs that are due.
 */
export class WakeUpLine {
  readonly #pool: Pool;
  readonly #onWakeUp: (queue: string | undefined) => void;
  readonly #onFault: FaultListener;
  readonly #closing = new AbortController();
  readonly #pending = new Set<string>();
  #client: Client | undefined;
  #listening: Promise<void> | undefined;
  #sending: Promise<void> | undefined;

  /** `onWakeUp` gets the queue, or undefined when wake-ups may have been missed. */
  constructor(pool: Pool, onWakeUp: (queue: string | undefined) => void, onFault: FaultListener) {
    this.#pool = pool;
    this.#onWakeUp = onWakeUp;
    this.#onFault = onFault;
  }

  /** Wakes the consumers of the queue, in every process. */
  send(queue: string): void {
    this.#pending.add(queue);
    this.#sending ??= this.#drain();
  }

  /** Hears wake-ups from now on. Needed only where there are consumers. */
  listen(): void {
    this.#listening ??= this.#keepListening();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listening;
    await this.#sending;
  }

  async #drain(): Promise<void> {
    while (this.#pending.size > 0) {
      const queues = [...this.#pending];
      this.#pending.clear();
      try {
        // A mere publisher holds no connection: the pool's next free one carries it.
        const target = this.#client ?? this.#pool;
        await target.query({
          name: 'work_queue_notify',
          text: `select pg_notify('${CHANNEL}', queue) from unnest($1::text[]) as woken(queue)`,
          values: [queues],
        });
      } catch (error) {
        this.#onFault('a wake-up was not sent', error);
      }
      await sleep(NOTIFY_EVERY_MS);
    }
    this.#sending = undefined;
  }

  async #keepListening(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#listenOnce(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#onFault('wake-ups are not heard until the connection is back', error);
        await sleep(RECONNECT_AFTER_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Until the connection breaks (throws) or the line is closed. */
  async #listenOnce(signal: AbortSignal): Promise<void> {
    const client = await connectSession(this.#pool);
    const { processID: processId } = client as Client & { processID: number };
    const broken = Promise.withResolvers<never>();
    const closed = Promise.withResolvers<void>();
    const onClose = () => closed.resolve();
    signal.addEventListener('abort', onClose);
    client.on('error', broken.reject);
    client.on('end', () => broken.reject(new Error('The connection ended')));
    client.on('notification', (message) => {
      // What this line sent itself has woken its consumers already.
      if (message.processId !== processId) this.#onWakeUp(message.payload);
    });
    try {
      await Promise.race([client.query(`listen ${CHANNEL}`), broken.promise]);
      this.#client = client;
      this.#onWakeUp(undefined);
      if (!signal.aborted) await Promise.race([closed.promise, broken.promise]);
    } finally {
      this.#client = undefined;
      signal.removeEventListener('abort', onClose);
      broken.promise.catch(() => {});
      await client.end().catch(() => {});
    }
  }
}
