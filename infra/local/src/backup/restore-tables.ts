import { identityIn } from '@lacre/adapters';
import { bareOf, type EventStore, type Position } from '@lacre/event-store';
import { checkCopy } from '@lacre/event-store/copy';
import type { ClientBase, Pool } from 'pg';

import type { WholeBackup } from './backup-folder.ts';
import type { BackupLog } from './backup-log.ts';
import { erasedBy, type LaterErasures } from './erasure-journal.ts';
import { SUBJECT_KEYS, TABLES_AFTER_LOG, TABLES_BEFORE_LOG } from './kept-tables.ts';
import { continueNumbers, insertRows, quoted, rowsIn } from './table-rows.ts';
import { tablesAfter, tablesBefore } from './verify-backup.ts';

/** Has its only row from the start. */
const WEBHOOK_PLACE = 'webhook.checkpoint';

/** The first table found that holds anything of an installation; undefined in a database that is empty. */
export async function filledTable(pool: Pool): Promise<string | undefined> {
  const kept = [...TABLES_BEFORE_LOG, ...TABLES_AFTER_LOG].map(({ name }) => name);
  for (const table of ['event_store.events', 'installation.identity', ...kept]) {
    if (table === WEBHOOK_PLACE) continue;
    const { rows } = await pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
      quoted(table),
    ]);
    if (rows[0]?.found !== true) continue;
    const { rowCount } = await pool.query(`select from ${quoted(table)} limit 1`);
    if (rowCount !== 0) return table;
  }
  return undefined;
}

/**
 * Puts the rows back, all or none; keys of persons and users erased since are none of them.
 *
 * @param erasures what the log said after the backup's last event
 */
export async function loadTables(
  pool: Pool,
  folder: WholeBackup,
  erasures: LaterErasures,
): Promise<{ erasedAgain: number }> {
  const erased = new Map(
    erasures.events.flatMap((event) => erasedBy(event) ?? []).map((each) => [each.subject, each]),
  );
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`delete from ${quoted(WEBHOOK_PLACE)}`);
    for (const lines of [tablesBefore(folder), tablesAfter(folder)])
      for await (const held of rowsIn(lines)) {
        const { table, rows } = held;
        await insertRows(
          client,
          table === SUBJECT_KEYS ? { ...held, rows: rows.map((row) => withoutKey(row, erased)) } : held,
        );
      }
    for (const rows of erasures.keys) await insertRows(client, rows, 'stays');
    await client.query(
      `insert into ${quoted(WEBHOOK_PLACE)} (position) values (null) on conflict (singleton) do nothing`,
    );
    await continueNumbers(client, [...TABLES_BEFORE_LOG, ...TABLES_AFTER_LOG]);
    await client.query('commit');
    client.release();
    return { erasedAgain: erased.size };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

interface KeyRow {
  subject_id: string;
  master_key: string | null;
  wrapped: string | null;
  destroyed_at: string | null;
}

/** Before it is written anywhere. */
function withoutKey(row: string, erased: ReadonlyMap<string, { at: string }>): string {
  const key = JSON.parse(row) as KeyRow;
  const end = erased.get(key.subject_id);
  if (end === undefined) return row;
  return JSON.stringify({
    ...key,
    master_key: null,
    wrapped: null,
    destroyed_at: key.destroyed_at ?? end.at,
  });
}

/** Of what stands beside the log: what the log knows. */
export interface InLog {
  userIds: readonly string[];
  enrolmentIds: readonly string[];
}

/** Credentials and faces were read after the log was: those of users whom the log does not know would belong to no one. */
export async function dropWhatIsAhead(
  client: ClientBase | Pool,
  { userIds, enrolmentIds }: InLog,
): Promise<void> {
  const known = (column: string): string =>
    `exists (select from unnest($1::uuid[]) as known (id) where known.id = ${column})`;
  await client.query(`delete from identity."user" as held where not ${known('held.id')}`, [userIds]);
  await client.query(`delete from signer.face_list as held where not ${known('held.enrolment_id')}`, [
    enrolmentIds,
  ]);
}

/**
 * Compares the log with the backup's, event by event, and has webhooks go on where they were in it: positions are the
 * store's own.
 *
 * @throws CopyDiffers
 */
export async function carryWebhooks(pool: Pool, log: BackupLog, store: EventStore): Promise<void> {
  const { rows } = await pool.query<{ position: Position | null }>(
    `select position from ${quoted(WEBHOOK_PLACE)}`,
  );
  const place = rows[0]?.position;
  const before = typeof place === 'string' ? bareOf(place) : undefined;
  const { positions } = await checkCopy(log, store, before === undefined ? [] : [before]);
  const carried = before === undefined ? undefined : positions.get(before);
  const epoch = (await identityIn(store))?.epochs.at(-1);
  await pool.query(`update ${quoted(WEBHOOK_PLACE)} set position = $1`, [
    carried === undefined ? null : `${epoch}.${carried}`,
  ]);
}
