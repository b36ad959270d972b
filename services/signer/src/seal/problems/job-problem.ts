import type { Pool } from 'pg';

/** A job that failed, as people get to see it while it is retried. */
export interface JobProblem {
  kind: string;
  key: string;
  tenantId: string;
  attempts: number;
  problem: string;
}

export async function recordJobProblem(pool: Pool, problem: JobProblem): Promise<void> {
  await pool.query(
    `insert into signer.job_problem (kind, key, tenant_id, attempts, problem, updated_at)
     values ($1, $2, $3, $4, $5, now())
     on conflict (kind, key) do update
       set attempts = excluded.attempts, problem = excluded.problem, updated_at = excluded.updated_at`,
    [problem.kind, problem.key, problem.tenantId, problem.attempts, problem.problem],
  );
}

export async function clearJobProblem(pool: Pool, kind: string, key: string): Promise<void> {
  await pool.query('delete from signer.job_problem where kind = $1 and key = $2', [kind, key]);
}
