import { countRunningJobs } from '@lacre/work-queue/postgres';
import type { Pool } from 'pg';

/** What the log asks for of one tenant and has no answer to yet. */
interface OpenJobs {
  /** As far as the projector has come. */
  open: number;
  /** Of these, those that a process has begun and not ended. Undefined where the queue cannot tell (NATS). */
  running: number | undefined;
}

/**
 * Open work of a tenant, and how much of it runs. Once a move has begun, none is begun any more, and what still runs ends
 * within its job's visibility (10 s) or is refused its append: it is then as if it had not been begun.
 */
export async function openJobsOfTenant(pool: Pool, tenantId: string): Promise<OpenJobs> {
  const { rows } = await pool.query<{ open: number }>(
    'select count(*)::integer as open from projector.open_work where tenant_id = $1',
    [tenantId],
  );
  return { open: rows[0]?.open ?? 0, running: await countRunningJobs(pool, tenantId) };
}
