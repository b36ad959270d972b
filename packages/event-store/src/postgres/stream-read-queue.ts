import type { Pool } from 'pg';

import { EventStoreUnavailable } from '../errors.ts';
import { eventColumns, type EventRow } from './gap-safe-reader.ts';
import { schema } from './migrations.ts';
import { query } from './query.ts';

interface QueuedRead {
  stream: string;
  from: bigint;
  limit: number;
  resolve: (rows: EventRow[]) => void;
  reject: (error: unknown) => void;
}

/** Most reads in one statement: its latency is that of the slowest. */
const maxReadsPerStatement = 32;
/** Most events of one stream that are read together with others. */
export const MAX_EVENTS_TOGETHER = 100;

/**
 * Sends reads of streams that are asked for in one turn of the event loop to the database in one statement.
 *
 * They stay apart: when a statement fails for any reason but the connection, its reads are repeated one by one, so that
 * only the one at fault fails.
 */
export class StreamReadQueue {
  readonly #pool: Pool;
  #waiting: QueuedRead[] = [];

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Events from a revision on, in order, at most `limit` and at most {@link MAX_EVENTS_TOGETHER}. */
  read(stream: string, from: bigint, limit: number): Promise<EventRow[]> {
    const { promise, resolve, reject } = Promise.withResolvers<EventRow[]>();
    if (this.#waiting.length === 0) setImmediate(() => this.#send());
    this.#waiting.push({ stream, from, limit: Math.min(limit, MAX_EVENTS_TOGETHER), resolve, reject });
    return promise;
  }

  #send(): void {
    const asked = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < asked.length; at += maxReadsPerStatement)
      void this.#answer(asked.slice(at, at + maxReadsPerStatement));
  }

  async #answer(reads: readonly QueuedRead[]): Promise<void> {
    try {
      const found = await readTogether(this.#pool, reads);
      reads.forEach(({ resolve }, index) => resolve(found.get(index + 1) ?? []));
    } catch (error) {
      if (reads.length === 1 || error instanceof EventStoreUnavailable)
        for (const { reject } of reads) reject(error);
      else for (const read of reads) await this.#answer([read]);
    }
  }
}

/** By the place of the read, from 1 on. */
async function readTogether(pool: Pool, reads: readonly QueuedRead[]): Promise<Map<number, EventRow[]>> {
  const text = `select r.place::int as place, e.*
    from unnest($1::text[], $2::int8[], $3::int8[]) with ordinality as r (stream, first, most, place)
    cross join lateral (select ${eventColumns} from ${schema}.events l
      where l.stream = r.stream and l.revision >= r.first order by l.revision limit r.most) e
    order by r.place, e.revision`;
  const rows = await query(pool, 'read_streams', text, [
    reads.map(({ stream }) => stream),
    reads.map(({ from }) => from),
    reads.map(({ limit }) => limit),
  ]);
  return Map.groupBy(rows as (EventRow & { place: number })[], ({ place }) => place);
}
