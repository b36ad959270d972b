import type { Pool } from 'pg';

import type { CopyTarget } from '../copy/index.ts';
import { EventStoreUnavailable } from '../errors.ts';
import type { EventStore, RecordedEvent } from '../port.ts';
import { isConnectionFailure } from './connection-failure.ts';
import { inFlightLock, schema } from './migrations.ts';

/** @param store that of the same pool */
export function postgresCopyTarget({ pool, store }: { pool: Pool; store: EventStore }): CopyTarget {
  return { store, write: (events) => write(pool, events) };
}

/**
 * Not by the append function, which gives an event the moment it is written. Rows take positions in the order that they
 * are selected in (INSERT: "ORDER BY … computed in that order"), and each stream's revisions are given: a gap or a
 * second writer is stopped by the unique keys or found when the copy is checked.
 */
const insert = `
insert into ${schema}.events (stream, revision, event_id, type, data, metadata, recorded_at)
select stream, revision, event_id, type, data::json, metadata::json, recorded_at
  from unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
    with ordinality as given (stream, revision, event_id, type, data, metadata, recorded_at, place)
 order by place`;

/** Commit point: the transaction. */
async function write(pool: Pool, events: readonly RecordedEvent[]): Promise<void> {
  const client = await pool.connect().catch(unavailable);
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock_shared($1, $2)', [
      inFlightLock.classId,
      inFlightLock.objectId,
    ]);
    await client.query(insert, [
      events.map(({ stream }) => stream),
      events.map(({ revision }) => String(revision)),
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ data }) => JSON.stringify(data)),
      events.map(({ metadata }) => JSON.stringify(metadata)),
      events.map(({ recordedAt }) => recordedAt),
    ]);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw isConnectionFailure(error) ? new EventStoreUnavailable(error) : error;
  }
}

function unavailable(error: unknown): never {
  throw isConnectionFailure(error) ? new EventStoreUnavailable(error) : error;
}
