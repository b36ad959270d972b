import type { Pool } from 'pg';

/** Whether the pool's role may change rows of the table. */
export async function mayUpdate(pool: Pool, table: string): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(`select has_table_privilege($1, 'update') as may`, [
    table,
  ]);
  return rows[0]?.may === true;
}
