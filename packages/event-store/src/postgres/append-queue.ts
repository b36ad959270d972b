import type { DatabaseError, Pool } from 'pg';

import type { EncodedEvent } from '../append-rules.ts';
import { EventIdConflict, EventStoreUnavailable, WrongExpectedRevision } from '../errors.ts';
import type { AppendResult, Expected, Position } from '../port.ts';
import { noStreamCode, schema, type AppendRow } from './migrations.ts';
import { query } from './query.ts';

/** One append, its events as they are written. */
export interface EncodedAppend {
  stream: string;
  expected: Expected;
  events: EncodedEvent[];
}

/** Appends of one call: each is made only once those before it are. */
interface QueuedAppends {
  appends: readonly EncodedAppend[];
  resolve: (results: AppendResult[]) => void;
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
 * Calls stay apart: each has its own outcome, and when a statement fails for any reason but the connection, its
 * calls are repeated one by one, so that only the one at fault fails.
 */
export class AppendQueue {
  readonly #pool: Pool;
  readonly #committed: () => void;
  #waiting: QueuedAppends[] = [];
  #freeLanes = lanes;
  #isScheduled = false;
  /** A stream has one append in flight; the next would only wait for its lock, and make others wait with it. */
  readonly #streamsInFlight = new Set<string>();

  /** `committed` is called after every commit that appended something. */
  constructor(pool: Pool, committed: () => void) {
    this.#pool = pool;
    this.#committed = committed;
  }

  /** Makes the appends in their order. @returns their answers. @throws for the first of them that is not made */
  append(appends: readonly EncodedAppend[]): Promise<AppendResult[]> {
    if (appends.length === 0) return Promise.resolve([]);
    const { promise, resolve, reject } = Promise.withResolvers<AppendResult[]>();
    this.#waiting.push({ appends, resolve, reject });
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
      const streams = batch.flatMap(streamsOf);
      for (const stream of streams) this.#streamsInFlight.add(stream);
      void this.#commit(batch).finally(() => {
        for (const stream of streams) this.#streamsInFlight.delete(stream);
        this.#freeLanes++;
        this.#send();
      });
    }
  }

  /** The longest waiting calls that share no stream, in their order. */
  #takeBatch(): QueuedAppends[] {
    const batch: QueuedAppends[] = [];
    const left: QueuedAppends[] = [];
    const taken = new Set(this.#streamsInFlight);
    let [appends, events] = [0, 0];
    for (const call of this.#waiting) {
      const streams = streamsOf(call);
      const size = call.appends.reduce((sum, append) => sum + append.events.length, 0);
      const fits =
        appends === 0 ||
        (appends + streams.length <= maxAppendsPerCommit && events + size <= maxEventsPerCommit);
      if (fits && !streams.some((stream) => taken.has(stream))) {
        batch.push(call);
        appends += streams.length;
        events += size;
      } else left.push(call);
      // Also when it does not fit: later appends to the streams must not overtake it.
      for (const stream of streams) taken.add(stream);
    }
    this.#waiting = left;
    return batch;
  }

  async #commit(batch: QueuedAppends[]): Promise<void> {
    try {
      const rows = await write(this.#pool, batch);
      if (rows.some(({ outcome }) => outcome === 'appended')) this.#committed();
      let first = 0;
      for (const call of batch) {
        settle(call, rows.slice(first, first + call.appends.length));
        first += call.appends.length;
      }
    } catch (error) {
      if (batch.length === 1 || error instanceof EventStoreUnavailable) {
        for (const { appends, reject } of batch)
          reject(
            isEventIdTaken(error)
              ? new EventIdConflict(appends.map(({ stream }) => stream).join(', '))
              : error,
          );
      } else for (const call of batch) await this.#commit([call]);
    }
  }
}

const streamsOf = ({ appends }: QueuedAppends): string[] => appends.map(({ stream }) => stream);

/** Commit point: the statement is a transaction of its own, and is answered after its flush to disk. */
async function write(pool: Pool, batch: readonly QueuedAppends[]): Promise<AppendRow[]> {
  const appends = batch.flatMap((call) => call.appends);
  const events = appends.flatMap((append) => append.events);
  const text = `select * from ${schema}.append($1, $2, $3, $4, $5, $6, $7, $8)`;
  const rows = await query(pool, 'append', text, [
    appends.map(({ stream }) => stream),
    appends.map(({ expected }) => expectedCode(expected)),
    appends.map((append) => append.events.length),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ data }) => data),
    events.map(({ metadata }) => metadata),
    batch.flatMap((call) => call.appends.map((_append, place) => place > 0)),
  ]);
  return rows as AppendRow[];
}

function settle({ appends, resolve, reject }: QueuedAppends, rows: readonly AppendRow[]): void {
  const refused = rows.findIndex(({ outcome }) => outcome !== 'appended');
  const [append, row] = [appends[refused], rows[refused]];
  if (append === undefined || row === undefined) resolve(rows.map(answerOf));
  else reject(refusalOf(append, row));
}

const answerOf = ({ last_revision: revision, last_position: position }: AppendRow): AppendResult => ({
  revision,
  position: String(position) as Position,
});

function refusalOf({ stream, expected }: EncodedAppend, { outcome, last_revision: at }: AppendRow): Error {
  return outcome === 'idConflict'
    ? new EventIdConflict(stream)
    : new WrongExpectedRevision(stream, expected, at < 0n ? 'noStream' : at);
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
