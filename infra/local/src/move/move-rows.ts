import { tenantKeyIds } from '@lacre/command';
import { ERASED_CHANNEL } from '@lacre/personal-data/postgres';
import { connectSession } from '@lacre/postgres';
import { escapeIdentifier, type ClientBase, type Pool } from 'pg';

import {
  SUBJECT_KEYS,
  TABLES_AFTER_LOG,
  TABLES_BEFORE_LOG,
  type KeptTable,
  type MovedRows,
} from '../backup/kept-tables.ts';
import { columnsOf, insertRows, quoted } from '../backup/table-rows.ts';
import type { Move } from './ends.ts';
import type { NamedOwners } from './named-owners.ts';
import { rekeysOf } from './rekey-rows.ts';

const IDS_AT_ONCE = 5000;
const ROWS_AT_ONCE = 1000;

type MovedTable = KeptTable & { moved: MovedRows };
/** Rows come after those that they refer to. */
const MOVED_TABLES = [...TABLES_BEFORE_LOG, ...TABLES_AFTER_LOG].filter(
  (table): table is MovedTable => 'column' in table.moved,
);

/** The ids by which the tenant's rows are found. */
export type RowIds = Readonly<Record<MovedRows['of'], readonly string[]>>;

/** Rows are found by the tenant, and by what its events and its other rows name. */
export async function rowIdsOf(
  pool: Pool,
  tenantId: string,
  { userIds, subjects }: NamedOwners,
): Promise<RowIds> {
  const { rows: secrets } = await pool.query<{ id: string }>(
    `select unnest(array[secret_id, previous_secret_id])::text as id from webhook.endpoint where tenant_id = $1`,
    [tenantId],
  );
  const { rows: enrolments } = await pool.query<{ id: string }>(
    `select enrolment_id::text as id from signer.face_list where tenant_id = $1`,
    [tenantId],
  );
  const known = ({ id }: { id: string | null }): string[] => (id === null ? [] : [id]);
  return {
    tenant: [tenantId],
    user: [...userIds],
    subject: [...subjects],
    secret: [...secrets.flatMap(known), ...tenantKeyIds(tenantId)],
    enrolment: enrolments.flatMap(known),
  };
}

/** How many rows of each table are the tenant's. */
export async function countRows(pool: Pool, ids: RowIds): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name, moved } of MOVED_TABLES) {
    let count = 0;
    for (const some of chunksOf(ids[moved.of])) {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from ${quoted(name)} where ${escapeIdentifier(moved.column)} = any ($1::uuid[])`,
        [some],
      );
      count += rows[0]?.count ?? 0;
    }
    counts.set(name, count);
  }
  return counts;
}

export interface MovedRowCounts {
  rows: number;
  /** Tokens that no secret of the source's makes: they are issued anew. */
  lostTokens: number;
}

/**
 * Puts the tenant's rows into the target's tables, in the caller's transaction: what the installation's keys hide under
 * those of the target, numbers that count up given anew in their order.
 */
export async function moveRows(
  client: ClientBase,
  { source, target }: Move,
  ids: RowIds,
): Promise<MovedRowCounts> {
  const rekeys = rekeysOf(source, target);
  const counts = { rows: 0, lostTokens: 0 };
  for (const table of MOVED_TABLES)
    for await (const { columns, rows } of rowsOf(source.installation.pool, table, ids)) {
      const rekey = rekeys[table.name];
      const kept =
        rekey === undefined
          ? rows
          : rows.flatMap((row) => {
              const again = rekey(JSON.parse(row) as Record<string, unknown>);
              return again === undefined ? [] : [JSON.stringify(again)];
            });
      // Keys of a copy that was brought up to date stay.
      await insertRows(client, { table: table.name, columns, rows: kept }, isKey(table) ? 'stays' : 'fails');
      counts.rows += kept.length;
      if (table.name === 'identity.api_token') counts.lostTokens += rows.length - kept.length;
    }
  await announceErased(client, ids.subject);
  return counts;
}

/** The keys of subjects alone: those whom a late event names. */
export async function moveKeys(client: ClientBase, { source, target }: Move, ids: RowIds): Promise<void> {
  const rekey = rekeysOf(source, target)[SUBJECT_KEYS];
  const table = MOVED_TABLES.find(isKey);
  if (rekey === undefined || table === undefined) return;
  for await (const { columns, rows } of rowsOf(source.installation.pool, table, ids)) {
    const again = rows.map((row) => JSON.stringify(rekey(JSON.parse(row) as Record<string, unknown>)));
    await insertRows(client, { table: table.name, columns, rows: again }, 'stays');
  }
  await announceErased(client, ids.subject);
}

/**
 * Removes the tenant's rows where it left, each table by itself, those that refer to others first. May be repeated.
 *
 * @returns how many
 */
export async function forgetRows(pool: Pool, ids: RowIds): Promise<number> {
  let removed = 0;
  const client = await connectSession(pool);
  try {
    await client.query('set statement_timeout = 0');
    for (const { name, moved } of MOVED_TABLES.toReversed()) {
      if (moved.stays !== undefined) continue;
      for (const some of chunksOf(ids[moved.of])) {
        const { rowCount } = await client.query(
          `delete from ${quoted(name)} where ${escapeIdentifier(moved.column)} = any ($1::uuid[])`,
          [some],
        );
        removed += rowCount ?? 0;
      }
    }
  } finally {
    await client.end();
  }
  return removed;
}

const isKey = ({ name }: KeptTable): boolean => name === SUBJECT_KEYS;

/** Processes of the target know from the notice, sent with the commit, who is erased. */
async function announceErased(client: ClientBase, subjects: readonly string[]): Promise<void> {
  for (const some of chunksOf(subjects))
    await client.query(
      `select pg_notify($1, subject_id::text) from ${quoted(SUBJECT_KEYS)}
        where subject_id = any ($2::uuid[]) and wrapped is null`,
      [ERASED_CHANNEL, some],
    );
}

async function* rowsOf(
  pool: Pool,
  { name, moved }: MovedTable,
  ids: RowIds,
): AsyncGenerator<{ columns: string[]; rows: string[] }> {
  const { given, counted } = await columnsOf(pool, name);
  const columns = given.map(escapeIdentifier).join(', ');
  const order = counted.map(escapeIdentifier).join(', ') || '1';
  const client = await pool.connect();
  let isWhole = false;
  try {
    for (const some of chunksOf(ids[moved.of])) {
      await client.query('begin isolation level repeatable read, read only');
      await client.query(
        `declare moved no scroll cursor for select to_jsonb(kept)::text as row from
          (select ${columns} from ${quoted(name)} where ${escapeIdentifier(moved.column)} = any ($1::uuid[]) order by ${order}) as kept`,
        [some],
      );
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from moved`);
        if (rows.length > 0) yield { columns: given, rows: rows.map(({ row }) => row) };
        if (rows.length < ROWS_AT_ONCE) break;
      }
      await client.query('commit');
    }
    isWhole = true;
  } finally {
    client.release(!isWhole);
  }
}

function* chunksOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let n = 0; n < ids.length; n += IDS_AT_ONCE) yield ids.slice(n, n + IDS_AT_ONCE);
}
