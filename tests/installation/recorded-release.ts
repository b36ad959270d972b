import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { Client, escapeIdentifier } from 'pg';
import { z } from 'zod';

const base64 = z.record(z.string(), z.base64());

const schema = z.object({
  release: z.string(),
  /** Of the code that wrote it. */
  commit: z.string(),
  account: z.object({ email: z.string(), password: z.string(), tenantId: z.string() }),
  /** A process that was sealed, one that waits for Ana, and a person who was erased. */
  sealed: z.object({ processId: z.string(), documentId: z.string() }),
  open: z.object({ processId: z.string() }),
  ana: z.object({ personId: z.string(), name: z.string(), cpf: z.string(), email: z.string() }),
  gone: z.object({ personId: z.string(), name: z.string() }),
  /** Every migration that the release applied, in its order and by its own words. */
  migrations: z.array(
    z.object({ schema: z.string(), id: z.string(), checksum: z.string(), sql: z.string() }),
  ),
  /** Rows by table, each as JSON of the server; what is derived from the log and nothing else is left out. */
  rows: z.record(z.string(), z.array(z.string())),
  /** Rows of the log, each as JSON of the server. */
  events: z.array(z.string()),
  /** The data folder. */
  files: base64,
});
export type RecordedRelease = z.output<typeof schema>;

/** What an earlier release left behind: its folder, its log, its tables. */
export async function recordedRelease(name: string): Promise<RecordedRelease> {
  const packed = await readFile(new URL(`fixtures/${name}.json.gz`, import.meta.url));
  return schema.parse(JSON.parse(gunzipSync(packed).toString()));
}

const LOG = 'event_store.events';
const quoted = (table: string): string => table.split('.').map(escapeIdentifier).join('.');

/** Makes the folder and the database what that release left; both are empty. */
export async function putBack(
  { migrations, rows, events, files }: RecordedRelease,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 });
    await writeFile(join(dataDir, path), Buffer.from(content, 'base64'), { mode: 0o600 });
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const migration of migrations) await apply(client, migration);
    // Rows refer to one another.
    await client.query('set session_replication_role = replica');
    for (const [table, held] of Object.entries({ ...rows, [LOG]: events })) await fill(client, table, held);
    await client.query(
      `select setval(pg_get_serial_sequence($1, 'position'), (select max(position) from ${LOG}))`,
      [LOG],
    );
  } finally {
    await client.end();
  }
}

async function apply(
  client: Client,
  { schema: name, id, checksum, sql }: RecordedRelease['migrations'][number],
): Promise<void> {
  const ledger = `${escapeIdentifier(name)}.migrations`;
  await client.query(`create schema if not exists ${escapeIdentifier(name)}`);
  await client.query(
    `create table if not exists ${ledger} (id text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  await client.query('begin');
  await client.query(`set local search_path = ${escapeIdentifier(name)}`);
  await client.query(sql);
  await client.query(`insert into ${ledger} (id, checksum) values ($1, $2)`, [id, checksum]);
  await client.query('commit');
}

async function fill(client: Client, table: string, held: readonly string[]): Promise<void> {
  await client.query(`delete from ${quoted(table)}`);
  await client.query(
    `insert into ${quoted(table)} overriding system value
     select * from json_populate_recordset(null::${quoted(table)}, $1::json)`,
    [`[${held.join(',')}]`],
  );
}
