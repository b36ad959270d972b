import type { Pool } from 'pg';

import { identitySchema } from './migrations.ts';

/**
 * Drops the one-time codes and the devices of many persons and users at once; what else a user has goes with their row.
 * May be repeated.
 */
export async function dropCodesAndDevices(pool: Pool, ids: readonly string[]): Promise<void> {
  await pool.query(`delete from ${identitySchema}.one_time_code where holder = any ($1::uuid[])`, [ids]);
  await pool.query(`delete from ${identitySchema}.person_device where person_id = any ($1::uuid[])`, [ids]);
}
