import { identityIn, WriterLock } from '@lacre/adapters';
import {
  insertRecorded,
  insertRecordedFrom,
  LOG_TABLE,
  markInFlight,
  readRecorded,
} from '@lacre/adapters/log-rows';
import type { RecordedEvent } from '@lacre/event-store';
import { LogDigest, type LogFigures } from '@lacre/event-store/copy';
import { connectSession } from '@lacre/postgres';
import type { ClientBase, DatabaseError } from 'pg';

import { isOfTenant } from './copy-events.ts';
import type { End, Move } from './ends.ts';
import { MoveRefused } from './move-refused.ts';
import { moveKeys, moveRows, type MovedRowCounts, type RowIds } from './move-rows.ts';
import { reserveValues, type HeldValue } from './reservations.ts';

const EVENTS_AT_ONCE = 1000;

interface Placing {
  ids: RowIds;
  values: readonly HeldValue[];
  /** Of the copy, which was held against the source. */
  figures: LogFigures;
}

/**
 * Puts the tenant into the target: rows, keys, reservations and events, in one transaction, so that no reader of the
 * target's log sees a part of it. Its last event there says that it is being moved, as in the source, so that nothing
 * is decided on it before TenantMovedIn.
 *
 * Commit point of the move: before it the target is as it was, and the move may be given up; after it a repeat does the
 * rest. Events come last in it, since readers of the whole log wait from the first of them to the end.
 *
 * @throws MoveRefused when something that it holds is another's in the target, or the log differs from the copy
 */
export function placeTenant(move: Move, { ids, values, figures }: Placing): Promise<MovedRowCounts> {
  const { staging, tenantId, target } = move;
  return writing(target, async (client) => {
    const { moveId } = staging;
    const reservations = await reserveValues(client, values, { tenantId, moveId, now: new Date() });
    const counts = await moveRows(client, move, ids).catch(refuseTaken);
    await client.query('insert into webhook.arriving (tenant_id, move_id) values ($1, $2)', [
      tenantId,
      moveId,
    ]);
    await markInFlight(client);
    const [before] = await readRecorded(client, `${LOG_TABLE} order by position desc limit 1`, []);
    for (let n = 0; n < reservations.length; n += EVENTS_AT_ONCE)
      await insertRecorded(client, reservations.slice(n, n + EVENTS_AT_ONCE));
    await insertCopied(client, move);
    const placed = await figuresAfter(client, before?.position ?? '0', tenantId);
    if (placed.sha256 !== figures.sha256 || placed.events !== figures.events)
      throw new MoveRefused('o registro do destino não ficou igual à cópia: nada foi levado.');
    return counts;
  });
}

/**
 * Puts what came after into the target: TenantMovedOut, and what a job of the source appended at the last moment.
 * Commit point: the transaction. A crash before it leaves them to the repeat, which finds them in the copy.
 */
export async function placeRest(move: Move, ids: RowIds): Promise<void> {
  await writing(move.target, async (client) => {
    await moveKeys(client, move, ids);
    await markInFlight(client);
    await insertCopied(client, move);
  });
}

/** The copied events that are not in the log yet, and how far the copy is there; in one transaction. */
async function insertCopied(client: ClientBase, { staging }: Move): Promise<void> {
  const after = String(staging.placedTo ?? 0n);
  await insertRecordedFrom(
    client,
    'tenant_move.event where move_id = $1 and position > $2 order by position',
    [staging.moveId, after],
  );
  const { rows } = await client.query<{ placed_to: bigint }>(
    `update tenant_move.move set placed_to =
       coalesce((select max(position) from tenant_move.event where move_id = $1), 0)
      where move_id = $1 returning placed_to`,
    [staging.moveId],
  );
  staging.placedTo = BigInt(rows[0]?.placed_to ?? 0);
}

/** What the transaction has written of the tenant, read again. */
async function figuresAfter(client: ClientBase, place: string, tenantId: string): Promise<LogFigures> {
  const digest = new LogDigest();
  for (let after = place; ;) {
    const events: RecordedEvent[] = await readRecorded(
      client,
      `${LOG_TABLE} where position > $1 order by position limit ${EVENTS_AT_ONCE}`,
      [after],
    );
    for (const event of events) if (isOfTenant(event, tenantId)) digest.add(event);
    const last = events.at(-1);
    if (last === undefined || events.length < EVENTS_AT_ONCE) return digest.figures();
    after = last.position;
  }
}

/** As a writer of the log: not while it is moved or adopted, and only to the log that was opened. */
async function writing<Result>(end: End, work: (client: ClientBase) => Promise<Result>): Promise<Result> {
  const { pool, logger } = end.installation;
  const lock = new WriterLock(pool, logger);
  await lock.take();
  const client = await connectSession(pool).catch(async (error: unknown) => {
    await lock.close();
    throw error;
  });
  try {
    await assertSame(end);
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end().catch(() => {});
    await lock.close();
  }
}

async function assertSame({ log, identity }: End): Promise<void> {
  const found = await identityIn(log);
  if (found === undefined || `${found.installationId} ${found.epochs.at(-1)}` !== identity)
    throw new MoveRefused('o registro do destino deixou de ser o que foi aberto: repita o comando.');
}

/** Unique in the target beside reservations. Which row it is stays unsaid: it is another tenant's. */
function refuseTaken(error: unknown): never {
  const { code, constraint, table } = error as DatabaseError;
  if (code !== '23505') throw error;
  throw new MoveRefused(
    `no destino já há de outros o que em ${table} é de um só (${constraint}): nada foi levado.`,
  );
}
