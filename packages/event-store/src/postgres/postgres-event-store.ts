import { setTimeout as sleep } from 'node:timers/promises';

import { createPool, migrate, sessionClient } from '@lacre/postgres';
import type { Pool } from 'pg';

import { encodeAppend } from '../append-rules.ts';
import { Backoff } from '../backoff.ts';
import { EventStoreUnavailable } from '../errors.ts';
import { silentLog, type Log } from '../log.ts';
import {
  defaultBatchSize,
  type AppendResult,
  type EventStore,
  type Expected,
  type Filter,
  type NewEvent,
  type OrderedAppend,
  type Position,
  type ReadStreamOptions,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionMessage,
} from '../port.ts';
import { shareOf } from '../share-of.ts';
import { WakeUp } from '../wake-up.ts';
import { AppendAnnouncements } from './append-announcements.ts';
import { AppendQueue } from './append-queue.ts';
import {
  anyAfter,
  anyStillInFlight,
  appendsInFlight,
  eventColumns,
  GapSafeReader,
  highestPosition,
  recordedEvent,
  type EventRow,
} from './gap-safe-reader.ts';
import { migrations, schema } from './migrations.ts';
import { query } from './query.ts';
import { MAX_EVENTS_TOGETHER, StreamReadQueue } from './stream-read-queue.ts';

export type PostgresEventStoreOptions = (
  | { connectionString: string; maxConnections?: number }
  /** A pool of the caller's, made with `createPool` of `@lacre/postgres`; it stays open when the store closes. */
  | { pool: Pool }
) & {
  /** How late readers may be when a wake-up was lost, as with the process that appended. Default 5,000 ms. */
  lostAfterMs?: number;
  log?: Log;
};

/** Rows per query of reads without a given size. */
const pageSize = 1000;

/** An append in flight ends within milliseconds; looking more often would only load the database. */
const gapPollMs = 2;

/** Brings the schema `event_store` up to date. */
export const migrateLog = (pool: Pool): Promise<string[]> => migrate(pool, { schema, migrations });

/** The port on Postgres 16 to 18, in the schema `event_store`, which is made or brought up to date first. */
export async function createPostgresEventStore(options: PostgresEventStoreOptions): Promise<EventStore> {
  const log = options.log ?? silentLog;
  const given = 'pool' in options ? options.pool : undefined;
  const pool = given ?? ownPool(options as { connectionString: string; maxConnections?: number }, log);
  await migrateLog(pool);
  return new PostgresEventStore(pool, given === undefined, options.lostAfterMs ?? 5000, log);
}

function ownPool(options: { connectionString: string; maxConnections?: number }, log: Log): Pool {
  const { connectionString, maxConnections: max = 10 } = options;
  return createPool(connectionString, {
    max,
    applicationName: 'event-store',
    log: { info: () => {}, warn: log.warn.bind(log) },
  });
}

class PostgresEventStore implements EventStore {
  readonly #pool: Pool;
  readonly #ownsPool: boolean;
  readonly #lostAfterMs: number;
  readonly #log: Log;
  readonly #appended = new WakeUp();
  readonly #announcements: AppendAnnouncements;
  readonly #appends: AppendQueue;
  readonly #reads: StreamReadQueue;
  readonly #closing = new AbortController();
  #watching: Promise<void> | undefined;

  constructor(pool: Pool, ownsPool: boolean, lostAfterMs: number, log: Log) {
    this.#pool = pool;
    this.#ownsPool = ownsPool;
    this.#lostAfterMs = lostAfterMs;
    this.#log = log;
    this.#announcements = new AppendAnnouncements(() => sessionClient(pool), this.#appended, log);
    this.#appends = new AppendQueue(pool, () => this.#announcements.announce());
    this.#reads = new StreamReadQueue(pool);
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    options: { expected: Expected },
  ): Promise<AppendResult> {
    const { expected } = options;
    const [made] = await this.#appends.append([{ stream, expected, events: encodeAppend(stream, events) }]);
    return made!;
  }

  async appendInOrder(appends: readonly OrderedAppend[]): Promise<AppendResult[]> {
    return this.#appends.append(
      appends.map(({ stream, events, options: { expected } }) => ({
        stream,
        expected,
        events: encodeAppend(stream, events),
      })),
    );
  }

  async *readStream(stream: string, options: ReadStreamOptions = {}): AsyncIterable<RecordedEvent> {
    const { direction = 'forwards', limit = Infinity } = options;
    // A lone surrogate would become another name, whose stream is another.
    if (!stream.isWellFormed()) return;
    const forwards = direction === 'forwards';
    let from = options.from ?? (forwards ? 0n : maxRevision);
    let size = forwards ? MAX_EVENTS_TOGETHER : pageSize;
    for (let left = limit; left > 0; size = pageSize) {
      size = Math.min(left, size);
      const rows =
        forwards && size <= MAX_EVENTS_TOGETHER
          ? await this.#reads.read(stream, from, size)
          : await this.#readPage(stream, direction, { from, size });
      for (const row of rows) yield recordedEvent(row);
      const last = rows.at(-1);
      if (!last || rows.length < size) return;
      left -= rows.length;
      from = last.revision + (forwards ? 1n : -1n);
    }
  }

  async #readPage(
    stream: string,
    direction: 'forwards' | 'backwards',
    { from, size }: { from: bigint; size: number },
  ): Promise<EventRow[]> {
    const bound =
      direction === 'forwards' ? 'revision >= $2 order by revision' : 'revision <= $2 order by revision desc';
    const text = `select ${eventColumns} from ${schema}.events where stream = $1 and ${bound} limit $3`;
    const values = [stream, from, size];
    return (await query(this.#pool, `read_stream_${direction}`, text, values)) as EventRow[];
  }

  async *readAll(options: Parameters<EventStore['readAll']>[0]): AsyncIterable<RecordedEvent> {
    const { after, filter, limit } = options;
    const reader = new GapSafeReader(this.#pool, positionNumber(after), filter);
    for (let left = limit; left > 0;) {
      const { events, waiting, full } = await reader.next(filter ? pageSize : Math.min(left, pageSize));
      for (const event of events.slice(0, left)) yield event;
      left -= events.length;
      if (waiting) await sleep(gapPollMs);
      else if (!full) return;
    }
  }

  async *subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage> {
    const { after, filter, batchSize = defaultBatchSize } = options;
    const signal = AbortSignal.any([options.signal, this.#closing.signal]);
    const reader = new GapSafeReader(this.#pool, positionNumber(after), filter);
    const backoff = new Backoff({ firstMs: 50, longestMs: 5000 });
    this.#watching ??= this.#watchForLost();
    let caughtUp = false;
    while (!signal.aborted) {
      const seen = this.#appended.now();
      const before = reader.position;
      const read = await reader.next(batchSize).catch((error: unknown) => this.#lostConnection(error));
      if (!read) {
        await backoff.wait(signal);
        continue;
      }
      backoff.reset();
      if (signal.aborted) return;
      const position = String(reader.position) as Position;
      if (read.events.length > 0) yield { kind: 'events', events: read.events, position };
      else if (reader.position > before) yield { kind: 'checkpoint', position };
      if (read.waiting) await this.#appended.after(seen, { timeoutMs: gapPollMs, signal });
      if (read.waiting || read.full) continue;
      if (!caughtUp) yield reader.position === 0n ? { kind: 'caughtUp' } : { kind: 'caughtUp', position };
      caughtUp = true;
      await this.#appended.after(seen, { signal });
    }
  }

  async head(): Promise<Position | 'start'> {
    const seen = await appendsInFlight(this.#pool);
    for (let now = seen; anyStillInFlight(seen, now); now = await appendsInFlight(this.#pool))
      await sleep(gapPollMs);
    return seen.upTo === 0n ? 'start' : (String(seen.upTo) as Position);
  }

  hasEventsAfter(position: Position | 'start', filter: Filter): Promise<boolean> {
    return anyAfter(this.#pool, positionNumber(position), filter);
  }

  comparePositions(a: Position, b: Position): number {
    const difference = BigInt(a) - BigInt(b);
    return difference < 0n ? -1 : Number(difference > 0n);
  }

  shareUpTo(position: Position, end: Position): number {
    return shareOf(Number(position), Number(end));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#announcements.close();
    await this.#watching;
    if (this.#ownsPool) await this.#pool.end();
  }

  /** One look for all subscriptions: an event whose wake-up was lost is found by it alone. */
  async #watchForLost(): Promise<void> {
    const { signal } = this.#closing;
    let known: bigint | undefined;
    for (;;) {
      await sleep(this.#lostAfterMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        const position = await highestPosition(this.#pool);
        if (position !== known) this.#appended.signal();
        known = position;
      } catch (error) {
        this.#log.warn({ err: error }, 'events whose wake-up was lost could not be looked for');
      }
    }
  }

  /** A subscription outlives its connections; any other error is a bug, and ends it. */
  #lostConnection(error: unknown): undefined {
    if (this.#closing.signal.aborted) return undefined;
    if (!(error instanceof EventStoreUnavailable)) throw error;
    this.#log.warn({ err: error }, 'the event store cannot be reached; the subscription goes on when it can');
    return undefined;
  }
}

const maxRevision = 2n ** 63n - 1n;

function positionNumber(position: Position | 'start'): bigint {
  return position === 'start' ? 0n : BigInt(position);
}
