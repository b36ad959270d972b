import type { Pool } from 'pg';

import { MasterKeys } from '../master-keys.ts';
import { schema } from './migrations.ts';

const BATCH = 500;

/**
 * Wraps every key that an earlier master key wrapped by the current one, after which the earlier one may go. May be
 * stopped and begun again anywhere, in any number of processes.
 *
 * @returns how many.
 */
export async function rewrap(pool: Pool, masterKeys: MasterKeys): Promise<number> {
  for (let done = 0; ;) {
    const count = await rewrapSome(pool, masterKeys);
    if (count === 0) return done;
    done += count;
  }
}

/** How many keys and secrets are wrapped by a master key other than the first. */
export async function countWrappedByFormer(pool: Pool, masterKeys: readonly Buffer[]): Promise<number> {
  const { current } = new MasterKeys(masterKeys);
  let count = 0;
  for (const { table, column } of WRAPPED) {
    const { rows: made } = await pool.query<{ is: boolean }>('select to_regclass($1) is not null as is', [
      table,
    ]);
    if (made[0]?.is !== true) continue;
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${table} where ${column} <> $1`,
      [current],
    );
    count += rows[0]?.count ?? 0;
  }
  return count;
}

/** Everything that the master keys wrap, with the name of the one that did. */
const WRAPPED = [
  { table: `${schema}.subject_key`, column: 'master_key' },
  { table: 'integration.secret', column: 'master_key' },
  { table: 'installation.identity', column: 'address_master_key' },
] as const;

/** Commit point: each batch by itself. */
async function rewrapSome(pool: Pool, masterKeys: MasterKeys): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ subject: string; master_key: string; wrapped: Buffer }>(
      `select subject_id::text as subject, master_key, wrapped from ${schema}.subject_key
        where master_key <> $1 order by subject_id limit ${BATCH} for update`,
      [masterKeys.current],
    );
    const wrapped = rows.map(({ subject, ...key }) => {
      const bytes = masterKeys.unwrap(subject, { masterKey: key.master_key, wrapped: key.wrapped });
      return masterKeys.wrap(subject, bytes).wrapped;
    });
    await client.query(
      `update ${schema}.subject_key k set wrapped = given.wrapped, master_key = $3
         from unnest($1::uuid[], $2::bytea[]) as given (id, wrapped) where k.subject_id = given.id`,
      [rows.map(({ subject }) => subject), wrapped, masterKeys.current],
    );
    await client.query('commit');
    return rows.length;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
