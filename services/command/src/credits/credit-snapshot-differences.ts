import { streams } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';
import type { Pool } from 'pg';

import { differencesBetween, type IndexDifferences } from '../database/index-differences.ts';
import { schema } from '../database/migrations.ts';
import { credits } from './decide-credits.ts';

interface Held {
  tenant_id: string;
  revision: string;
  event_id: string;
  position: string;
  account: object;
  /** By process; null where none of the account is held. */
  reservations: Record<string, object> | null;
}

/**
 * Where the snapshots of accounts say something else than the log does up to their event: by tenant for an account, by
 * process for a reservation. One tenant at a time is in memory. Changes nothing.
 */
export async function creditSnapshotDifferences(pool: Pool, store: EventStore): Promise<IndexDifferences> {
  const all: IndexDifferences = { expected: 0, missing: [], extra: [], other: [] };
  const { rows } = await pool.query<{ tenant_id: string }>(
    `select tenant_id from ${schema}.credit_snapshot order by tenant_id`,
  );
  for (const { tenant_id: tenantId } of rows) {
    const held = await heldOf(pool, tenantId);
    if (held === undefined) continue;
    const folded = await foldedOf(store, held);
    if (folded === undefined) continue;
    const found = differencesBetween(folded, rowsIn(held));
    all.expected += found.expected;
    all.missing.push(...found.missing);
    all.extra.push(...found.extra);
    all.other.push(...found.other);
  }
  return all;
}

/** An account and its reservations at one moment. */
async function heldOf(pool: Pool, tenantId: string): Promise<Held | undefined> {
  const { rows } = await pool.query<Held>(
    `select s.tenant_id, s.revision, s.event_id, s.position, s.account,
            (select jsonb_object_agg(r.process_id, r.reservation)
               from ${schema}.credit_snapshot_reservation r where r.tenant_id = s.tenant_id) as reservations
       from ${schema}.credit_snapshot s where s.tenant_id = $1`,
    [tenantId],
  );
  return rows[0];
}

const rowsIn = ({ tenant_id: tenantId, account, reservations }: Held): Map<string, object> =>
  new Map([[tenantId, account], ...Object.entries(reservations ?? {})]);

/** Undefined for a snapshot of another history of the log, which is passed over when the account is met. */
async function foldedOf(
  store: EventStore,
  { tenant_id: tenantId, revision, event_id: eventId, position }: Held,
): Promise<Map<string, object> | undefined> {
  let state = credits.initialState();
  let last: { id: string; position: string } | undefined;
  const limit = Number(revision) + 1;
  for await (const event of createDomainLog(store).readStream(streams.credits(tenantId), { limit })) {
    state = credits.evolve(state, event);
    last = event;
  }
  if (last?.id !== eventId || last.position !== position) return undefined;
  if (state.status !== 'open') return new Map();
  const { balance, reserved, monthly, reservations } = state;
  const account = { balance, reserved, ...(monthly && { monthly }) };
  const stored = reservations
    .changed()
    .map(([processId, reservation]): [string, object] => [processId, withoutUndefined(reservation)]);
  return new Map<string, object>([[tenantId, account], ...stored]);
}

/** As JSON keeps it. */
const withoutUndefined = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
