import type { Pool } from 'pg';

/**
 * How many jobs whose payload says this tenant are held by a consumer now. Undefined where this database has no queue:
 * NATS JetStream does not tell of its messages which are held.
 */
export async function countRunningJobs(pool: Pool, tenantId: string): Promise<number | undefined> {
  const { rows: tables } = await pool.query<{ found: boolean }>(
    "select to_regclass('work_queue.job') is not null as found",
  );
  if (tables[0]?.found !== true) return undefined;
  const { rows } = await pool.query<{ running: number }>(
    `select count(*)::integer as running from work_queue.job
      where hold is not null and due_at > now() and payload->>'tenantId' = $1`,
    [tenantId],
  );
  return rows[0]?.running ?? 0;
}
