import { EventStoreUnavailable } from '@lacre/event-store';
import { isConnectionFailure } from '@lacre/postgres';
import type { Pool, QueryResultRow } from 'pg';

import { schema } from './migrations.ts';

/**
 * Runs a prepared statement and returns its rows.
 *
 * @throws EventStoreUnavailable when the database cannot be reached or did not answer: without keys the log cannot be
 *   read or written either, and the same patience helps.
 */
export async function query<Row extends QueryResultRow>(
  pool: Pool,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  try {
    return (await pool.query<Row>({ name: `${schema}.${name}`, text, values })).rows;
  } catch (error) {
    throw isConnectionFailure(error) ? new EventStoreUnavailable(error) : error;
  }
}
