import { connectSession } from '@lacre/postgres';
import { tenant, tenantDomain } from '@lacre/read-models';
import type { Pool } from 'pg';

import { readModels } from './projections/index.ts';

/** Deleted by one statement: what a replica and the log of the database take at once. */
const ROWS_AT_ONCE = 10_000;

/** Indexes of the log, which say of each entry where it stands and whom it concerns, and no more. */
const isIndex = ({ tables }: (typeof readModels)[number]): boolean =>
  tables.some(({ options }) => options.appendOnly === true);

/** By which an address of the tenant is answered with where it is now. */
const STAYING: ReadonlySet<unknown> = new Set([tenant, tenantDomain]);

/** Read models whose rows of a tenant that left go, once its people's keys are gone. */
const FORGETTING = readModels.filter((model) => !isIndex(model));

/** Whether rows of this table go with a tenant that is forgotten: `checkReadModels` asks for none then. */
export const isForgotten = (table: unknown): boolean =>
  !STAYING.has(table) && FORGETTING.some(({ tables }) => tables.some((each) => each === table));

/** `"read"."company_v1_2"` → `company`: a table of any version, whose declaration may be gone. */
const nameOf = (physical: string): string => /\."?(.+)_v\d+(?:_\d+)?"?$/.exec(physical)?.[1] ?? '';

/**
 * Removes the rows of a tenant that left from every filling of the read models. Nothing of it is folded meanwhile. Read
 * models that are rebuilt afterwards have rows of it again, in which no personal data can be read. May be repeated.
 *
 * @returns how many rows
 */
export async function forgetTenantRows(pool: Pool, tenantId: string): Promise<number> {
  const names = new Set(
    FORGETTING.flatMap(({ tables }) => tables.filter(isForgotten).map(({ name }) => name)),
  );
  const { rows: fillings } = await pool.query<{ physical: string }>(
    'select distinct unnest(tables) as physical from projector.checkpoint where projection = any ($1)',
    [FORGETTING.map(({ name }) => name)],
  );
  const tables = fillings.flatMap(({ physical }) => (names.has(nameOf(physical)) ? [physical] : []));
  let removed = 0;
  const client = await connectSession(pool);
  try {
    await client.query('set statement_timeout = 0');
    for (const physical of tables)
      for (;;) {
        const { rowCount } = await client.query(
          `delete from ${physical} where ctid = any (array(
             select ctid from ${physical} where tenant_id = $1 limit ${ROWS_AT_ONCE}))`,
          [tenantId],
        );
        removed += rowCount ?? 0;
        if ((rowCount ?? 0) < ROWS_AT_ONCE) break;
      }
  } finally {
    await client.end();
  }
  return removed;
}
