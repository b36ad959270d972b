/**
 * Starting the whole product again on a log of so many events that its read models and indexes have come to the end of:
 * `node restart.bench.ts [--quick] [--json]`. Beside the seconds until it is ready stand the events that were read by
 * then, which no busy machine blurs. The log is written by SQL; with `--long` it goes to 10 million events.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createPool, startEmbeddedPostgres } from '@lacre/postgres';
import type { Pool } from 'pg';

import { Lacre } from '../support/lacre.ts';

const has = (flag: string): boolean => process.argv.includes(flag);
const SIZES = has('--quick')
  ? [2_000, 4_000]
  : [10_000, 100_000, 1_000_000, ...(has('--long') ? [10_000_000] : [])];
const PAGE = 100_000;

/** Every place in the log that the database remembers. */
const PLACES = [
  'projector.checkpoint',
  'personal_data.mention_place',
  'command.open_process_checkpoint',
  'command.unplaced_webhook_checkpoint',
  'signer.issued_checkpoint',
  'signer.face_checkpoint',
  'webhook.checkpoint',
];

/** Processes and seals of ten events each, and a key for each of them, as of so many people. */
async function writeLog(pool: Pool, upTo: number): Promise<void> {
  const { rows } = await pool.query<{ count: string }>('select count(*) from event_store.events');
  for (let from = Number(rows[0]?.count ?? 0); from < upTo; from += PAGE)
    await pool.query(
      `insert into event_store.events (stream, revision, event_id, type, data, metadata)
       select case n / 10 % 5 when 0 then 'seal-' else 'process-' end || md5((n / 10)::text)::uuid, n % 10, gen_random_uuid(), 'ProcessNoted', ('{"text":"' || repeat('x', 300) || '"}')::json,
              '{"occurredAt":"2026-01-02T03:04:05.678Z","correlationId":"bench","schemaVersion":1,"actor":{"kind":"system","name":"bench"}}'::json
         from generate_series($1::bigint, $2::bigint) n`,
      [from, Math.min(from + PAGE, upTo) - 1],
    );
  await pool.query(
    `insert into personal_data.subject_key (subject_id, master_key, wrapped)
     select md5('subject' || n)::uuid, k.master_key, k.wrapped
       from generate_series(1, $1::bigint) n, (select master_key, wrapped from personal_data.subject_key where wrapped is not null limit 1) k
     on conflict do nothing`,
    [upTo / 10],
  );
  for (const place of PLACES)
    await pool.query(
      `update ${place} set position = coalesce(nullif(regexp_replace(position, '[0-9]+$', ''), ''), $1) ||
              (select max(position) from event_store.events)`,
      [await epochOf(pool)],
    );
  await pool.query('vacuum analyze event_store.events');
}

/** What positions begin with. */
async function epochOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ epoch: string }>(
    `select regexp_replace(position, '[0-9]+$', '') as epoch from projector.checkpoint where position is not null limit 1`,
  );
  return rows[0]?.epoch ?? '';
}

/** Events that statements have got from the log's table, by any plan. */
async function eventsRead(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ read: string }>(
    `select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables
      where schemaname = 'event_store' and relname = 'events'`,
  );
  return Number(rows[0]?.read ?? 0);
}

/** An account, so that the log has its identity and a personal-data key exists. */
async function register(origin: string): Promise<void> {
  const reply = await fetch(`${origin}/api/tenant`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      tenant: { name: 'Conta', domain: 'conta' },
      administrator: { name: 'Ana Souza', email: 'ana@exemplo.com.br', password: 'correta-senha' },
    }),
  });
  if (!reply.ok) throw new Error(await reply.text());
}

const folder = mkdtempSync(join(tmpdir(), 'lacre-restart-bench-'));
const server = await startEmbeddedPostgres({ dataDir: folder });
const connectionString = server.connectionString('postgres');
const pool = createPool(connectionString, { max: 2, applicationName: 'bench' });
const lacre = await Lacre.create({ DATABASE_URL: connectionString, LOG_LEVEL: 'warn' });
try {
  await lacre.start();
  await register(lacre.origin);
  await lacre.stop();
  const figures: Record<string, number>[] = [];
  for (const events of SIZES) {
    await writeLog(pool, events);
    const before = await eventsRead(pool);
    const from = performance.now();
    await lacre.start();
    const readyMs = Math.round(performance.now() - from);
    await lacre.stop();
    // Counted when the sessions have ended.
    figures.push({ events, readyMs, eventsRead: (await eventsRead(pool)) - before });
    if (!has('--json')) console.log(figures.at(-1));
  }
  if (has('--json')) process.stdout.write(`${JSON.stringify(figures)}\n`);
} finally {
  await lacre.dispose();
  await pool.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
