import { isConnectionFailure } from '@lacre/postgres';
import type { Pool } from 'pg';

import type { CopyTarget } from '../copy/index.ts';
import { EventStoreUnavailable } from '../errors.ts';
import type { EventStore, RecordedEvent } from '../port.ts';
import { insertRecorded, markInFlight } from './recorded-events.ts';

/** @param store that of the same pool */
export function postgresCopyTarget({ pool, store }: { pool: Pool; store: EventStore }): CopyTarget {
  return { store, write: (events) => write(pool, events) };
}

/** Commit point: the transaction. */
async function write(pool: Pool, events: readonly RecordedEvent[]): Promise<void> {
  const client = await pool.connect().catch(unavailable);
  try {
    await client.query('begin');
    await markInFlight(client);
    await insertRecorded(client, events);
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
