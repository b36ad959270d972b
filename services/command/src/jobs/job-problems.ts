import type { Pool } from 'pg';

import { schema } from '../database/migrations.ts';
import type { FollowUp } from './follow-up.ts';

/** Follow-ups that failed, with why, for the operator. */
export class JobProblems {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async report(
    { kind, key, tenantId }: Pick<FollowUp, 'kind' | 'key' | 'tenantId'>,
    attempts: number,
    problem: string,
    now: Date,
  ): Promise<void> {
    await this.#pool.query(
      `insert into ${schema}.job_problem (kind, key, tenant_id, attempts, problem, updated_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (kind, key) do update
          set attempts = excluded.attempts, problem = excluded.problem, updated_at = excluded.updated_at`,
      [kind, key, tenantId, attempts, problem.slice(0, 1000), now],
    );
  }

  async clear({ kind, key }: Pick<FollowUp, 'kind' | 'key'>): Promise<void> {
    await this.#pool.query(`delete from ${schema}.job_problem where kind = $1 and key = $2`, [kind, key]);
  }
}
