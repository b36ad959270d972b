import { bigintTypes } from '@lacre/postgres';
import type { Pool, QueryResultRow } from 'pg';

import { EventStoreUnavailable } from '../errors.ts';
import { isConnectionFailure } from './connection-failure.ts';
import { schema } from './migrations.ts';

/**
 * Runs a prepared statement, named within the store, and returns its rows; int8 as bigint, whatever the pool does.
 *
 * @throws EventStoreUnavailable when the database cannot be reached or did not answer.
 */
export async function query(
  pool: Pool,
  name: string,
  text: string,
  values: unknown[],
): Promise<QueryResultRow[]> {
  try {
    const { rows } = await pool.query<QueryResultRow>({
      name: `${schema}.${name}`,
      text,
      values,
      types: bigintTypes,
    });
    return rows;
  } catch (error) {
    throw isConnectionFailure(error) ? new EventStoreUnavailable(error) : error;
  }
}
