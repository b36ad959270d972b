import type { Pool } from 'pg';

/**
 * Runs tasks of one name one after another, in every process. For what would undo itself if it met itself: the log
 * alone decides what happens, with or without the lock, which ends with the connection that holds it.
 */
export async function withAdvisoryLock<Result>(
  pool: Pool,
  name: string,
  task: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
    return await task();
  } finally {
    await client.query('commit').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}
