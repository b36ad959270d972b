import type { Pool } from 'pg';

import type { EventMetadata, Filter, JsonObject, Position, RecordedEvent } from '../port.ts';
import { inFlightLock, schema } from './migrations.ts';
import { query } from './query.ts';

/**
 * Positions are taken before commit, so they become visible out of order: a reader that goes on after the highest it
 * saw loses what commits later below it. This reader delivers in position order and passes a gap only when it is
 * settled, that is, when every append that was in flight after the gap was seen has ended. A settled gap holds either
 * events that the next read sees, or positions that a rolled-back append burned for good.
 *
 * Appends in flight are read from `pg_locks` (they hold `inFlightLock`). Deciding by transaction ids instead would let
 * any long transaction of the whole cluster stop delivery. Works on the primary only: a standby has no such locks.
 */
export class GapSafeReader {
  readonly #pool: Pool;
  readonly #filter: Filter | undefined;
  #cursor: bigint;
  #gapSeen = false;
  readonly #horizons = new SettledHorizons();

  constructor(pool: Pool, after: bigint, filter: Filter | undefined) {
    this.#pool = pool;
    this.#cursor = after;
    this.#filter = filter;
  }

  /** Position up to which all that passes the filter has been delivered. */
  get position(): bigint {
    return this.#cursor;
  }

  /**
   * The next events, found in at most `limit` rows of the log. `waiting` says that more rows exist, behind a gap that
   * is not settled yet; `full` that more rows may exist right away.
   */
  async next(limit: number): Promise<{ events: RecordedEvent[]; waiting: boolean; full: boolean }> {
    // Before the read, whose snapshot must be younger than the end of the appends that settle the gap.
    if (this.#gapSeen) this.#horizons.observe(await appendsInFlight(this.#pool));
    const rows = await readRows(this.#pool, this.#cursor, this.#filter, limit);
    const deliverable = countDeliverable(rows, this.#cursor, this.#horizons.settledUpTo);
    const delivered = rows.slice(0, deliverable);
    this.#cursor = delivered.at(-1)?.position ?? this.#cursor;
    this.#gapSeen = deliverable < rows.length;
    const events = delivered.flatMap((row) => (row.event_id === null ? [] : [recordedEvent(row)]));
    return { events, waiting: this.#gapSeen, full: rows.length === limit };
  }
}

/** Which appends held the in-flight mark, and the highest position visible just before that was asked. */
export interface InFlight {
  upTo: bigint;
  holders: ReadonlySet<string>;
}

/**
 * How far the log is settled, from one observation to the next: every position up to `upTo` of an observation was
 * taken by an append that had ended by then or is among its holders.
 */
export class SettledHorizons {
  settledUpTo = 0n;
  #pending: InFlight[] = [];

  observe(now: InFlight): void {
    if (this.#pending.length < maxPendingHorizons) this.#pending.push(now);
    this.#pending = this.#pending.filter((then) => {
      if (anyStillInFlight(then, now)) return true;
      if (then.upTo > this.settledUpTo) this.settledUpTo = then.upTo;
      return false;
    });
  }
}

/** Behind one long append every observation stays pending: some are enough, the next ones follow when it has ended. */
const maxPendingHorizons = 64;

/** Whether an append that was in flight in one observation still is in a later one. */
export function anyStillInFlight(then: InFlight, now: InFlight): boolean {
  return [...then.holders].some((holder) => now.holders.has(holder));
}

/** How many of the rows, which follow `after` in order, come before the first gap that is not settled. */
export function countDeliverable(
  rows: readonly { position: bigint }[],
  after: bigint,
  settledUpTo: bigint,
): number {
  let previous = after;
  const firstBeyondGap = rows.findIndex(({ position }) => {
    const unsettledGap = position !== previous + 1n && position - 1n > settledUpTo;
    previous = position;
    return unsettledGap;
  });
  return firstBeyondGap === -1 ? rows.length : firstBeyondGap;
}

/**
 * One statement, whose snapshot (the highest position) is older than its look at `pg_locks`, which is not bound to a
 * snapshot. That order is what makes an observation true.
 */
export async function appendsInFlight(pool: Pool): Promise<InFlight> {
  const text = `select coalesce((select max(position) from ${schema}.events), 0) as up_to,
    array(select l.virtualtransaction from pg_locks l
      where l.locktype = 'advisory' and l.classid = ${inFlightLock.classId} and l.objid = ${inFlightLock.objectId}
        and l.objsubid = 2 and l.database = (select oid from pg_database where datname = current_database())) as holders`;
  const [row] = (await query(pool, 'in_flight', text, [])) as [{ up_to: bigint; holders: string[] }];
  return { upTo: row.up_to, holders: new Set(row.holders) };
}

/** The highest position that is visible; 0 in an empty log. */
export async function highestPosition(pool: Pool): Promise<bigint> {
  const text = `select coalesce(max(position), 0) as position from ${schema}.events`;
  const [row] = (await query(pool, 'highest_position', text, [])) as [{ position: bigint }];
  return row.position;
}

/** Columns of an event, in the order its object is made of. */
export const eventColumns = 'position, stream, revision, event_id, type, data, metadata, recorded_at';

export interface EventRow {
  position: bigint;
  stream: string;
  revision: bigint;
  event_id: string;
  type: string;
  data: JsonObject;
  metadata: EventMetadata;
  /** ISO 8601. */
  recorded_at: string;
}

export function recordedEvent(row: EventRow): RecordedEvent {
  return {
    id: row.event_id,
    type: row.type,
    data: row.data,
    metadata: row.metadata,
    stream: row.stream,
    revision: row.revision,
    position: String(row.position) as Position,
    recordedAt: row.recorded_at,
  };
}

/** Gaps show in unfiltered rows only: those that do not pass come with their position and nothing else. */
type LogRow = EventRow | { position: bigint; event_id: null };

/** Whether rows that pass the filter are visible after a position, settled or not. */
export async function anyAfter(pool: Pool, after: bigint, filter: Filter): Promise<boolean> {
  const [column, prefixes] = columnAndPrefixes(filter);
  // In the order of positions, so that no plan looks at more of the log than what follows.
  const text = `select exists (select from
    (select ${column} from ${schema}.events where position > $1 order by position offset 0) l
    where l.${column} ^@ any ($2::text[])) as found`;
  const [row] = (await query(pool, `any_after_by_${column}`, text, [after, prefixes])) as [
    { found: boolean },
  ];
  return row.found;
}

const columnAndPrefixes = (filter: Filter): ['stream' | 'type', readonly string[]] =>
  'streamPrefixes' in filter ? ['stream', filter.streamPrefixes] : ['type', filter.typePrefixes];

async function readRows(
  pool: Pool,
  after: bigint,
  filter: Filter | undefined,
  limit: number,
): Promise<LogRow[]> {
  if (!filter) {
    const text = `select ${eventColumns} from ${schema}.events where position > $1 order by position limit $2`;
    return (await query(pool, 'read_all', text, [after, limit])) as EventRow[];
  }
  const [column, prefixes] = columnAndPrefixes(filter);
  // Not a join with the table: its plan could be a scan of the whole log.
  const text = `select l.position, passing.*
    from (select * from ${schema}.events where position > $1 order by position limit $2) l
    left join lateral (
      select l.stream, l.revision, l.event_id, l.type, l.data, l.metadata, l.recorded_at where l.${column} ^@ any ($3::text[])
    ) passing on true
    order by l.position`;
  return (await query(pool, `read_all_by_${column}`, text, [after, limit, prefixes])) as LogRow[];
}
