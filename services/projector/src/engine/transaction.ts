import type { Pool, PoolClient } from 'pg';

/**
 * Runs the work in one transaction. A connection that cannot even roll back is not given back to the pool.
 *
 * @param durable whether the commit waits until it is on disk; without, a crash of the database may lose it, whole, with
 *   those of the last second (`synchronous_commit` off)
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  { durable = true }: { durable?: boolean } = {},
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query(durable ? 'begin' : 'begin; set local synchronous_commit = off');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
