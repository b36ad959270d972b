import { createHash } from 'node:crypto';

import { escapeIdentifier } from 'pg';
import type { ClientBase, Pool } from 'pg';

import { accessOf } from './pool.ts';
import { connectSession } from './session.ts';

/** One step of a schema's history. Applied once, then never edited: a change is a new migration. */
export interface Migration {
  id: string;
  sql: string;
}

/** The history in the code and the history in the database do not fit. */
export class MigrationConflict extends Error {
  constructor(schema: string, id: string, reason: string) {
    super(`migration ${id} of schema ${schema} ${reason}`);
    this.name = 'MigrationConflict';
  }
}

/** The database is of another release; the message, for people, says which way. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch';
}

/**
 * Brings `schema` to the state of `migrations`, applied in order, each in one transaction together with its row in
 * `<schema>.migrations`, with `search_path` set to the schema. Several processes may call it at once: one works, the
 * others wait and find it done. Migrations the database knows and the code does not (a newer release ran here) stay.
 * Where nothing is to be applied, which most starts find, no session is opened.
 *
 * Over a pool whose migrations are only checked nothing is changed: the schema has to be what it would come to.
 *
 * @returns the ids applied by this call.
 * @throws MigrationConflict when an applied migration was edited, or a new one was put before an applied one.
 * @throws SchemaMismatch when it is only checked, and behind or ahead
 */
export async function migrate(
  pool: Pool,
  options: { schema: string; migrations: readonly Migration[] },
): Promise<string[]> {
  const { schema, migrations } = options;
  if (accessOf(pool).migrations === 'check') {
    await assertMigrated(pool, schema, migrations);
    return [];
  }
  if (pendingMigrations(schema, migrations, await appliedTo(pool, schema)).length === 0) return [];
  const client = await connectSession(pool);
  const lock = [`migrate:${schema}`];
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', lock);
    return await applyPending(client, schema, migrations);
  } finally {
    // The connection carries a lock and a changed setting: it ends here, and both with it.
    await client.end();
  }
}

async function assertMigrated(pool: Pool, schema: string, migrations: readonly Migration[]): Promise<void> {
  const applied = await appliedTo(pool, schema);
  const [next] = pendingMigrations(schema, migrations, applied);
  if (next !== undefined)
    throw new SchemaMismatch(
      `o banco de dados está atrás desta versão do Lacre: no esquema ${schema} falta ${next.id}. Rode antes: lacre migrate`,
    );
  const known = new Set(migrations.map(({ id }) => id));
  const [newer] = [...applied.keys()].filter((id) => !known.has(id)).toSorted();
  if (newer !== undefined)
    throw new SchemaMismatch(
      `o banco de dados está à frente desta versão do Lacre, que não conhece ${newer} do esquema ${schema}. Use a versão que o migrou, ou uma mais nova.`,
    );
}

/** @throws SchemaMismatch where the pool's role may not read it */
async function appliedTo(pool: Pool, schema: string): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ readable: boolean }>(
    `select has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') as readable
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = 'migrations'`,
    [schema],
  );
  if (rows[0]?.readable === false)
    throw new SchemaMismatch(
      `o usuário do banco de dados não tem direitos no esquema ${schema}. Rode antes, com o dono do banco: lacre migrate --roles`,
    );
  return rows.length > 0 ? appliedIn(pool, `${escapeIdentifier(schema)}.migrations`) : new Map();
}

async function appliedIn(client: ClientBase | Pool, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; checksum: string }>(`select id, checksum from ${table}`);
  return new Map(rows.map((row) => [row.id, row.checksum]));
}

async function applyPending(
  client: ClientBase,
  schema: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  const quoted = escapeIdentifier(schema);
  await client.query(`create schema if not exists ${quoted}`);
  await client.query(
    `create table if not exists ${quoted}.migrations (
       id text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const applied = await appliedIn(client, `${quoted}.migrations`);
  const pending = pendingMigrations(schema, migrations, applied);
  for (const migration of pending) await apply(client, quoted, migration);
  return pending.map(({ id }) => id);
}

function pendingMigrations(
  schema: string,
  migrations: readonly Migration[],
  applied: Map<string, string>,
): Migration[] {
  const pending: Migration[] = [];
  for (const migration of migrations) {
    const known = applied.get(migration.id);
    if (known === undefined) {
      pending.push(migration);
      continue;
    }
    if (known !== checksum(migration))
      throw new MigrationConflict(schema, migration.id, 'was edited after it was applied');
    const skipped = pending[0];
    if (skipped)
      throw new MigrationConflict(
        schema,
        skipped.id,
        `was put before ${migration.id}, which is applied already`,
      );
  }
  return pending;
}

async function apply(client: ClientBase, quotedSchema: string, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local search_path = ${quotedSchema}`);
    await client.query(migration.sql);
    await client.query(`insert into ${quotedSchema}.migrations (id, checksum) values ($1, $2)`, [
      migration.id,
      checksum(migration),
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new Error(`migration ${migration.id} failed`, { cause });
  }
}

function checksum({ sql }: Migration): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}
