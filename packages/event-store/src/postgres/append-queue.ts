import type { DatabaseError, Pool } from 'pg';

import type { EncodedEvent } from '../append-rules.ts';
import { EventIdConflict, EventStoreUnavailable, WrongExpectedRevision } from '../errors.ts';
import type { AppendResult, Expected, Position } from '../port.ts';
import { noStreamCode, schema, type AppendRow } from './migrations.ts';
import { query } from './query.ts';

interface QueuedAppend {
  stream: string;
  expected: Expected;
  events: EncodedEvent[];
  resolve: (result: AppendResult) => void;
  reject: (error: unknown) => void;
}

/** Commits of this process in flight at once: while one is flushed to disk the next is prepared. */
const lanes = 2;

/** Limits of one commit, which bound the latency of each append in it. */
const maxAppendsPerCommit = 64;
const maxEventsPerCommit = 2000;

/**
 * Sends the appends of one process to the database, those that wait together in one statement and one commit: those of
 * one turn of the event loop, and those that find no free lane, where the disk's flush rate or the round trips are the
 * limit.
 *
 * Appends stay apart: each has its own outcome, and when a statement fails for any reason but the connection, its
 * appends are repeated one by one, so that only the one at fault fails.
 */
export class AppendQueue {
  readonly #pool: Pool;
  readonly #committed: () => void;
  #waiting: QueuedAppend[] = [];
  #freeLanes = lanes;
  #isScheduled = false;
  /** A stream has one append in flight; the next would only wait for its lock, and make others wait with it. */
  readonly #streamsInFlight = new Set<string>();

  /** `committed` is called after every commit that appended something. */
  constructor(pool: Pool, committed: () => void) {
    this.#pool = pool;
    this.#committed = committed;
  }

  append(stream: string, events: EncodedEvent[], expected: Expected): Promise<AppendResult> {
    const { promise, resolve, reject } = Promise.withResolvers<AppendResult>();
    this.#waiting.push({ stream, expected, events, resolve, reject });
    if (!this.#isScheduled) setImmediate(() => this.#send());
    this.#isScheduled = true;
    return promise;
  }

  #send(): void {
    this.#isScheduled = false;
    while (this.#freeLanes > 0) {
      const batch = this.#takeBatch();
      if (batch.length === 0) return;
      this.#freeLanes--;
      for (const { stream } of batch) this.#streamsInFlight.add(stream);
      void this.#commit(batch).finally(() => {
        for (const { stream } of batch) this.#streamsInFlight.delete(stream);
        this.#freeLanes++;
        this.#send();
      });
    }
  }

  /** The longest waiting appends, one for each stream, in their order. */
  #takeBatch(): QueuedAppend[] {
    const batch: QueuedAppend[] = [];
    const left: QueuedAppend[] = [];
    const streams = new Set(this.#streamsInFlight);
    let events = 0;
    for (const append of this.#waiting) {
      const fits =
        batch.length < maxAppendsPerCommit &&
        (events === 0 || events + append.events.length <= maxEventsPerCommit);
      if (fits && !streams.has(append.stream)) {
        batch.push(append);
        events += append.events.length;
      } else left.push(append);
      // Also when it does not fit: later appends to the stream must not overtake it.
      streams.add(append.stream);
    }
    this.#waiting = left;
    return batch;
  }

  async #commit(batch: QueuedAppend[]): Promise<void> {
    try {
      const rows = await write(this.#pool, batch);
      if (rows.some(({ outcome }) => outcome === 'appended')) this.#committed();
      batch.forEach((append, index) => settle(append, rows[index]!));
    } catch (error) {
      if (batch.length === 1 || error instanceof EventStoreUnavailable) {
        for (const { stream, reject } of batch)
          reject(isEventIdTaken(error) ? new EventIdConflict(stream) : error);
      } else for (const append of batch) await this.#commit([append]);
    }
  }
}

/** Commit point: the statement is a transaction of its own, and is answered after its flush to disk. */
async function write(pool: Pool, batch: readonly QueuedAppend[]): Promise<AppendRow[]> {
  const events = batch.flatMap((append) => append.events);
  const text = `select * from ${schema}.append($1, $2, $3, $4, $5, $6, $7)`;
  const rows = await query(pool, 'append', text, [
    batch.map(({ stream }) => stream),
    batch.map(({ expected }) => expectedCode(expected)),
    batch.map((append) => append.events.length),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ data }) => data),
    events.map(({ metadata }) => metadata),
  ]);
  return rows as AppendRow[];
}

function settle({ stream, expected, resolve, reject }: QueuedAppend, row: AppendRow): void {
  const { outcome, last_revision: revision, last_position: position } = row;
  if (outcome === 'idConflict') reject(new EventIdConflict(stream));
  else if (outcome === 'wrongRevision') {
    reject(new WrongExpectedRevision(stream, expected, revision < 0n ? 'noStream' : revision));
  } else resolve({ revision, position: String(position) as Position });
}

/** Two appends with one event id to different streams do not wait for each other: the unique index stops the second. */
function isEventIdTaken(error: unknown): boolean {
  const { code, constraint } = error as DatabaseError;
  return code === '23505' && constraint === 'events_event_id_key';
}

/** A negative revision would be taken for a code: it becomes one that no stream has. */
function expectedCode(expected: Expected): bigint {
  if (expected === 'noStream') return noStreamCode;
  return expected < 0n ? 2n ** 63n - 1n : expected;
}
