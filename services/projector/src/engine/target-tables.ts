import { ownTenant, QUERY_ROLE, tableDefinition, type AnyTable } from '@lacre/read-models';
import type { ClientBase } from 'pg';

import { physicalTable, viewOf, type Target } from './target.ts';

/** Of its tenant's rows, those that the caller reaches. */
const readable = ({ options: { reach } }: AnyTable): string =>
  reach === undefined ? ownTenant : `${ownTenant} and (${reach})`;

/** Makes a target's empty tables, bare of indexes: filling them is faster so. What is in schema `read` is open to the query role, its own tenant's rows only. */
export async function createTables(client: ClientBase, target: Target): Promise<void> {
  for (const table of target.projection.tables) {
    const physical = physicalTable(target, table);
    await client.query(`create table ${physical} (${tableDefinition(table)})`);
    if (target.projection.schema === 'read') await client.query(rowSecurity(physical, table));
  }
}

/** The indexes readers need; those that an interrupted call made are left as they are. */
export async function createIndexes(client: ClientBase, target: Target): Promise<void> {
  for (const table of target.projection.tables) {
    const physical = physicalTable(target, table);
    const prefix = `${table.name}_${target.projection.version}_${target.generation}`;
    for (const [number, index] of (table.options.indexes ?? []).entries())
      await client.query(`create index if not exists "${prefix}_${number}" on ${physical} ${index}`);
    // What wide columns hold no plan depends on, and looking through them takes longest.
    await client.query(`analyze ${physical} (${plannedBy(table).join(', ')})`);
  }
}

/** The columns that conditions and orders of readers name. */
function plannedBy({ columns, options }: AnyTable): string[] {
  const { key, indexes = [], reach = '', alsoReadableWhere = '', extraColumns = [] } = options;
  const named = ['tenant_id', ...key, ...indexes, reach, alsoReadableWhere].join(' ');
  const all = [
    ...Object.keys(columns),
    ...extraColumns.map((definition) => definition.split(' ', 1)[0] ?? ''),
  ];
  return all.filter((name) => new RegExp(String.raw`\b${name}\b`).test(named));
}

/**
 * Forced, so that the owner is bound too and writes by a policy of its own rather than by an exemption. The query role
 * reads the rows of the tenant its transaction names, and of those what its caller reaches; without a tenant it reads none.
 */
function rowSecurity(physical: string, table: AnyTable): string {
  const also = table.options.alsoReadableWhere;
  return `
    alter table ${physical} enable row level security, force row level security;
    create policy projector_writes on ${physical} to current_user using (true) with check (true);
    create policy own_tenant on ${physical} for select to ${QUERY_ROLE} using (${readable(table)});
    ${also === undefined ? '' : `create policy also on ${physical} for select to ${QUERY_ROLE} using (${also});`}
    grant select on ${physical} to ${QUERY_ROLE};`;
}

/**
 * Points the names readers use at this target's tables. The views check as the caller, not as their owner, so that
 * the tables' policies hold through them. Made anew rather than replaced: a new version may have other columns.
 */
export async function publishViews(client: ClientBase, target: Target): Promise<void> {
  for (const table of target.projection.tables) {
    const view = viewOf(target.projection, table);
    await client.query(`drop view if exists ${view};
      create view ${view} with (security_invoker = true) as select * from ${physicalTable(target, table)};`);
    if (target.projection.schema === 'read') await client.query(`grant select on ${view} to ${QUERY_ROLE}`);
    if (table.options.searchable === true) await client.query(searchFunction(target, table, view));
    const more = table.options.onPublish?.({ view, readable: readable(table), role: QUERY_ROLE });
    if (more !== undefined) await client.query(more);
  }
}

/**
 * Row-level security keeps conditions that might leak a row from running before the tenant's own, and `like` is one of
 * them: the query role's searches could use no index (ten times as slow, measured among 100,000 rows). This function runs
 * as the tables' owner, is bound to the same tenant and reach by its own text, and gives nothing but keys.
 */
function searchFunction(target: Target, table: AnyTable, view: string): string {
  const [key] = table.options.key;
  const name = `"${target.projection.schema}"."${table.name}_found"`;
  return `
    create or replace function ${name}(pattern text) returns setof uuid
      language sql stable security definer set search_path = pg_catalog, public, pg_temp
      as $$ select ${key} from ${view} where ${readable(table)} and search_text like pattern $$;
    revoke execute on function ${name}(text) from public;
    grant execute on function ${name}(text) to ${QUERY_ROLE};`;
}

/** Drops a target's tables by the names its checkpoint keeps: the code that declared them may be gone. */
export async function dropTables(client: ClientBase, tables: readonly string[]): Promise<void> {
  // Cascades to a view that no version publishes any more.
  for (const table of tables) await client.query(`drop table if exists ${table} cascade`);
}
