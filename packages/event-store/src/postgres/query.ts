import { bigintTypes, isConnectionFailure } from '@lacre/postgres';
import { types as driverTypes, type CustomTypesConfig, type Pool, type QueryResultRow } from 'pg';

import { EventStoreUnavailable } from '../errors.ts';
import { schema } from './migrations.ts';

const timestamptz = 1184;
const parseMoment: (text: string) => unknown = driverTypes.getTypeParser(timestamptz);
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/;

/** As JavaScript writes a moment (ISO 8601, UTC, milliseconds), without the Date between that costs most of reading one. */
function momentOf(text: string): string {
  const [, day, time, fraction = ''] = IN_UTC.exec(text) ?? [];
  if (day === undefined) return (parseMoment(text) as Date).toISOString();
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** int8 as bigint and moments as ISO 8601 text. */
export const eventTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === timestamptz && format !== 'binary'
      ? momentOf
      : bigintTypes.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
};

/**
 * Runs a prepared statement, named within the store, and returns its rows; int8 as bigint and moments as ISO 8601 text,
 * whatever the pool does.
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
      types: eventTypes,
    });
    return rows;
  } catch (error) {
    throw isConnectionFailure(error) ? new EventStoreUnavailable(error) : error;
  }
}
