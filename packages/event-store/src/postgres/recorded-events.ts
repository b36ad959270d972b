import type { ClientBase, Pool } from 'pg';

import type { RecordedEvent } from '../port.ts';
import { eventColumns, recordedEvent, type EventRow } from './gap-safe-reader.ts';
import { inFlightLock, schema } from './migrations.ts';
import { eventTypes } from './query.ts';

export const LOG_TABLE = `${schema}.events`;
const COLUMNS = 'stream, revision, event_id, type, data, metadata, recorded_at';

/**
 * Marks the transaction as an append in flight, so that no reader passes what it writes; before the first position is
 * taken, as in the append function.
 */
export async function markInFlight(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock_shared($1, $2)', [
    inFlightLock.classId,
    inFlightLock.objectId,
  ]);
}

/** Of a table whose columns are those of the log: which one, and what its rows have besides, by column. */
interface EventTable {
  name: string;
  besides?: { column: string; value: string };
}

/**
 * Writes events as they were recorded, in the caller's transaction; of the log itself it is one that was marked. Not by
 * the append function, which gives an event the moment it is written. Rows take positions in the order that they are
 * selected in (INSERT: "ORDER BY … computed in that order"), and each stream's revisions are given: a gap or a second
 * writer is stopped by the unique keys or found when the copy is checked.
 */
export async function insertRecorded(
  client: ClientBase,
  events: readonly RecordedEvent[],
  { name, besides }: EventTable = { name: LOG_TABLE },
): Promise<void> {
  await client.query(
    `insert into ${name} (${COLUMNS}${besides === undefined ? '' : `, ${besides.column}`})
     select stream, revision, event_id, type, data::json, metadata::json, recorded_at${besides === undefined ? '' : ', $8'}
       from unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
         with ordinality as given (stream, revision, event_id, type, data, metadata, recorded_at, place)
      order by place`,
    [
      events.map(({ stream }) => stream),
      events.map(({ revision }) => String(revision)),
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ data }) => JSON.stringify(data)),
      events.map(({ metadata }) => JSON.stringify(metadata)),
      events.map(({ recordedAt }) => recordedAt),
      ...(besides === undefined ? [] : [besides.value]),
    ],
  );
}

/**
 * As {@link insertRecorded}, from a table of the same database whose columns are those of the log.
 *
 * @param rows the table, with a condition and an order: `t where … order by place`
 * @returns how many
 */
export async function insertRecordedFrom(
  client: ClientBase,
  rows: string,
  values: readonly unknown[],
): Promise<number> {
  const { rowCount } = await client.query(
    `insert into ${LOG_TABLE} (${COLUMNS}) select ${COLUMNS} from ${rows}`,
    [...values],
  );
  return rowCount ?? 0;
}

/**
 * Events from a table of the same database whose columns are those of the log.
 *
 * @param rows the table, with a condition and an order; the log itself is {@link LOG_TABLE}
 */
export async function readRecorded(
  client: ClientBase | Pool,
  rows: string,
  values: readonly unknown[],
): Promise<RecordedEvent[]> {
  const found = await client.query<EventRow>({
    text: `select ${eventColumns} from ${rows}`,
    values: [...values],
    types: eventTypes,
  });
  return found.rows.map(recordedEvent);
}

/** The last event of each of the streams that are not empty, as the client sees them. */
export async function lastOfStreams(
  client: ClientBase | Pool,
  streams: readonly string[],
): Promise<Map<string, RecordedEvent>> {
  const last = await readRecorded(
    client,
    `(select last.* from unnest($1::text[]) as asked (stream) cross join lateral (
       select * from ${LOG_TABLE} e where e.stream = asked.stream order by revision desc limit 1) as last) as found`,
    [streams],
  );
  return new Map(last.map((event) => [event.stream, event]));
}
