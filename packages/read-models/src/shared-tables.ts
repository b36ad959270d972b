import { migrate } from '@lacre/postgres';
import type { Pool } from 'pg';

import { createQueryRole, ownTenant, QUERY_ROLE } from './access.ts';
import { tableDefinition } from './ddl.ts';
import type { AnyTable } from './table.ts';
import { downloadProgress, jobProblem, tokenUse, totemUse } from './tables/service-tables.ts';

/** The table, open to the query role for the rows of its tenant. */
function sharedTable(table: AnyTable): string {
  const [schema = ''] = table.name.split('.');
  return `
create schema if not exists ${schema};
create table if not exists ${table.name} (${tableDefinition(table)});
alter table ${table.name} enable row level security;
drop policy if exists own_tenant on ${table.name};
create policy own_tenant on ${table.name} for select to ${QUERY_ROLE} using (${ownTenant});
grant usage on schema ${schema} to ${QUERY_ROLE};
grant select on ${table.name} to ${QUERY_ROLE};`;
}

const migrations = [
  {
    id: '001-shared-tables',
    sql: createQueryRole + [tokenUse, totemUse, jobProblem, downloadProgress].map(sharedTable).join('\n'),
  },
];

/**
 * Tables that one service writes and another reads: whichever starts first makes them. To be run by a role that may create
 * roles and schemas, before the service's own migrations.
 */
export async function migrateSharedTables(pool: Pool): Promise<void> {
  await migrate(pool, { schema: 'shared', migrations });
}
