import { reaches, type UserPrincipal } from '@lacre/access';
import type { Pool } from 'pg';

import { schema } from '../database/migrations.ts';

export interface DraftRow {
  draft_id: string;
  tenant_id: string;
  company_id: string | null;
  created_by: string;
  revision: number;
  changed_by: string;
  changed_at: Date;
  content: Buffer;
}

const TABLE = `${schema}.process_draft`;

/** Whether a draft is the caller's to read and change: of a company they reach, or of none yet and their own. */
export const isWithinReach = ({ sub, companies }: UserPrincipal, row: DraftRow): boolean =>
  companies === 'all' ||
  (row.company_id === null ? row.created_by === sub : reaches(companies, row.company_id));

/** The row, whosever it is; undefined where there is none. */
export async function findRow(pool: Pool, draftId: string): Promise<DraftRow | undefined> {
  const { rows } = await pool.query<DraftRow>(`select * from ${TABLE} where draft_id = $1`, [draftId]);
  return rows[0];
}

/** Those within reach, the last changed first, and how many there are. */
export async function listRows(
  pool: Pool,
  { tenantId, sub, companies }: UserPrincipal,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: DraftRow[]; total: number }> {
  const { rows } = await pool.query<DraftRow & { total: string }>(
    `select *, count(*) over () as total from ${TABLE}
      where tenant_id = $1
        and ($2::uuid[] is null or company_id = any($2) or (company_id is null and created_by = $3))
      order by changed_at desc, draft_id
      limit $4 offset $5`,
    [tenantId, companies === 'all' ? null : companies, sub, pageSize, (page - 1) * pageSize],
  );
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

/** How many the user began that are still there. */
export async function countOf(pool: Pool, tenantId: string, userId: string): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from ${TABLE} where tenant_id = $1 and created_by = $2`,
    [tenantId, userId],
  );
  return Number(rows[0]?.count ?? 0);
}

/** Adds the row, or replaces the one of the revision before it. @returns whether it did */
export async function writeRow(pool: Pool, row: DraftRow): Promise<boolean> {
  const { draft_id, tenant_id, company_id, created_by, revision, changed_by, changed_at, content } = row;
  const { rowCount } =
    revision === 1
      ? await pool.query(
          `insert into ${TABLE} (draft_id, tenant_id, company_id, created_by, revision, changed_by, changed_at, content)
           values ($1, $2, $3, $4, 1, $5, $6, $7) on conflict (draft_id) do nothing`,
          [draft_id, tenant_id, company_id, created_by, changed_by, changed_at, content],
        )
      : await pool.query(
          `update ${TABLE} set company_id = $3, revision = $4, changed_by = $5, changed_at = $6, content = $7
            where draft_id = $1 and tenant_id = $2 and revision = $4 - 1`,
          [draft_id, tenant_id, company_id, revision, changed_by, changed_at, content],
        );
  return rowCount === 1;
}

export async function deleteRow(pool: Pool, tenantId: string, draftId: string): Promise<void> {
  await pool.query(`delete from ${TABLE} where draft_id = $1 and tenant_id = $2`, [draftId, tenantId]);
}
