import { createHash } from 'node:crypto';

import { escapeIdentifier } from 'pg';
import type { Pool, PoolClient } from 'pg';

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

/**
 * Brings `schema` to the state of `migrations`, applied in order, each in one transaction together with its row in
 * `<schema>.migrations`, with `search_path` set to the schema. Several processes may call it at once: one works, the
 * others wait and find it done. Migrations the database knows and the code does not (a newer release ran here) stay.
 *
 * @returns the ids applied by this call.
 * @throws MigrationConflict when an applied migration was edited, or a new one was put before an applied one.
 */
export async function migrate(
  pool: Pool,
  options: { schema: string; migrations: readonly Migration[] },
): Promise<string[]> {
  const { schema, migrations } = options;
  const client = await pool.connect();
  const lock = [`migrate:${schema}`];
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', lock);
    return await applyPending(client, schema, migrations);
  } finally {
    // The connection carries a lock and a changed setting: it ends here, and both with it.
    client.release(true);
  }
}

async function applyPending(
  client: PoolClient,
  schema: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  const quoted = escapeIdentifier(schema);
  await client.query(`create schema if not exists ${quoted}`);
  await client.query(
    `create table if not exists ${quoted}.migrations (
       id text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const ledger = await client.query<{ id: string; checksum: string }>(
    `select id, checksum from ${quoted}.migrations`,
  );
  const applied = new Map(ledger.rows.map((row) => [row.id, row.checksum]));
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

async function apply(client: PoolClient, quotedSchema: string, migration: Migration): Promise<void> {
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
