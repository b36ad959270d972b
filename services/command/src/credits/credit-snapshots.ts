import { streams, type CreditEvent } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';
import type { Pool, PoolClient } from 'pg';

import { schema } from '../database/migrations.ts';
import type {
  AppendedEvent,
  Completed,
  Needs,
  Noted,
  Resting,
  Snapshot,
  Snapshots,
  Taking,
} from '../decider/snapshots.ts';
import type { CreditsCommand, CreditsState } from './decide-credits.ts';
import { Reservations, type Reservation } from './state-reservations.ts';

/** Another fold of the account's events is another version: snapshots of this one are passed over then. */
const VERSION = 1;
/** Events since a snapshot until the next, and so about what is folded when an account is met again. */
const EVENTS_BETWEEN = 500;
/** Reservations read of a snapshot until they are let go of. */
const RESERVATIONS_HELD = 2_000;

type OpenAccount = Extract<CreditsState, { status: 'open' }>;

interface AccountRow {
  revision: string;
  event_id: string;
  position: Position;
  last_at: string;
  account: Pick<OpenAccount, 'balance' | 'reserved' | 'monthly'>;
  appended: StoredEvent[];
}

interface ReservationRow {
  process_id: string;
  reservation: Reservation;
  appended: StoredEvent[];
}

interface StoredEvent extends AppendedEvent {
  id: string;
}

/**
 * Accounts of tenants as they were at one of their events, and the reservation of each process then: of an account of a
 * million processes a decision reads a few rows, and the events since.
 */
export class CreditSnapshots implements Snapshots<CreditsCommand, CreditsState, CreditEvent> {
  readonly #pool: Pool;
  readonly #eventsBetween: bigint;

  constructor(pool: Pool, { eventsBetween = EVENTS_BETWEEN } = {}) {
    this.#pool = pool;
    this.#eventsBetween = BigInt(eventsBetween);
  }

  async open(stream: string): Promise<Snapshot<CreditsState> | undefined> {
    const { rows } = await this.#pool.query<AccountRow>(
      `select revision, event_id, position, last_at, account, appended
         from ${schema}.credit_snapshot where tenant_id = $1 and version = $2`,
      [tenantOf(stream), VERSION],
    );
    const row = rows[0];
    if (row === undefined) return undefined;
    return {
      state: {
        status: 'open',
        balance: row.account.balance,
        reserved: row.account.reserved,
        monthly: row.account.monthly,
        reservations: Reservations.NONE,
      },
      revision: BigInt(row.revision),
      eventId: row.event_id,
      position: row.position,
      lastAt: row.last_at,
      appended: byId(row.appended),
    };
  }

  async complete(
    stream: string,
    { state, snapshotAt }: Resting<CreditsState>,
    needs: Needs<CreditsCommand, CreditEvent>,
  ): Promise<Completed<CreditsState> | undefined> {
    if (snapshotAt < 0n || state.status !== 'open') return { state, appended: new Map() };
    const wanted = lookedAt(needs);
    const processIds = [...wanted.processIds].filter((id) => !state.reservations.knows(id));
    if (processIds.length === 0 && wanted.setIds.size === 0) return { state, appended: new Map() };
    const rows = await this.#rowsOf(tenantOf(stream), snapshotAt, {
      processIds,
      setIds: [...wanted.setIds],
    });
    if (rows === undefined) return undefined;
    const found = new Map(rows.map((row) => [row.process_id, row.reservation]));
    let { reservations } = state;
    for (const processId of new Set([...processIds, ...found.keys()]))
      reservations = reservations.read(processId, found.get(processId));
    return {
      state: { ...state, reservations },
      appended: byId(rows.flatMap(({ appended }) => appended)),
    };
  }

  isDue({ state, snapshotAt }: Resting<CreditsState>, revision: bigint): boolean {
    if (state.status !== 'open') return false;
    return (
      revision - snapshotAt >= this.#eventsBetween ||
      (snapshotAt >= 0n && state.reservations.size >= RESERVATIONS_HELD)
    );
  }

  async take(
    stream: string,
    taking: Taking<CreditsState, CreditEvent>,
  ): Promise<Completed<CreditsState> | undefined> {
    const { state } = taking;
    if (state.status !== 'open') throw new Error('a snapshot of an account that was not opened');
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      // What a crash of the machine loses is read from the log again, account and reservations alike.
      await client.query('set local synchronous_commit = off');
      const own = await moveAccount(client, tenantOf(stream), taking, state);
      if (own !== undefined) await putReservations(client, tenantOf(stream), taking, state);
      await client.query('commit');
      client.release();
      return own && { state: { ...state, reservations: Reservations.NONE }, appended: byId(own) };
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async drop(stream: string): Promise<void> {
    // Its reservations go with it.
    await this.#pool.query(`delete from ${schema}.credit_snapshot where tenant_id = $1`, [tenantOf(stream)]);
  }

  /** Undefined when the snapshot is not the one of this revision. Both are read at one moment. */
  async #rowsOf(
    tenantId: string,
    snapshotAt: bigint,
    { processIds, setIds }: { processIds: readonly string[]; setIds: readonly string[] },
  ): Promise<ReservationRow[] | undefined> {
    const ofSets = setIds.length === 0 ? '' : 'or r.set_id = any($5::uuid[])';
    const { rows } = await this.#pool.query<ReservationRow | { process_id: null }>(
      `select r.process_id, r.reservation, r.appended
         from ${schema}.credit_snapshot s
         left join ${schema}.credit_snapshot_reservation r
           on r.tenant_id = s.tenant_id and (r.process_id = any($4::uuid[]) ${ofSets})
        where s.tenant_id = $1 and s.version = $2 and s.revision = $3`,
      [tenantId, VERSION, snapshotAt, processIds, ...(setIds.length === 0 ? [] : [setIds])],
    );
    if (rows.length === 0) return undefined;
    return rows.filter((row): row is ReservationRow => row.process_id !== null);
  }
}

/** @returns events that concern no process; undefined when the account's snapshot is not the one that was rested on */
async function moveAccount(
  client: PoolClient,
  tenantId: string,
  { snapshotAt, last, events }: Taking<CreditsState, CreditEvent>,
  { balance, reserved, monthly }: OpenAccount,
): Promise<StoredEvent[] | undefined> {
  const own = storedOf(events.filter(({ event }) => !('processId' in event.data)));
  const account = JSON.stringify({ balance, reserved, monthly });
  const values = [tenantId, VERSION, last.revision, last.eventId, last.position, last.lastAt, account, own];
  if (snapshotAt >= 0n) {
    const { rows } = await client.query<{ appended: StoredEvent[] }>(
      `update ${schema}.credit_snapshot
          set revision = $3, event_id = $4, position = $5, last_at = $6, account = $7, appended = appended || $8::jsonb
        where tenant_id = $1 and version = $2 and revision = $9
       returning appended`,
      [...values, snapshotAt],
    );
    return rows[0]?.appended;
  }
  await client.query(`delete from ${schema}.credit_snapshot where tenant_id = $1 and version <> $2`, [
    tenantId,
    VERSION,
  ]);
  const { rows } = await client.query<{ appended: StoredEvent[] }>(
    `insert into ${schema}.credit_snapshot
            (tenant_id, version, revision, event_id, position, last_at, account, appended)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (tenant_id) do nothing
     returning appended`,
    values,
  );
  return rows[0]?.appended;
}

async function putReservations(
  client: PoolClient,
  tenantId: string,
  { events }: Taking<CreditsState, CreditEvent>,
  { reservations }: OpenAccount,
): Promise<void> {
  const byProcess = Map.groupBy(events, ({ event }) =>
    'processId' in event.data ? event.data.processId : undefined,
  );
  const changed = reservations.changed();
  await client.query(
    `insert into ${schema}.credit_snapshot_reservation as r (tenant_id, process_id, set_id, reservation, appended)
     select $1, given.process_id, given.set_id, given.reservation, given.appended
       from unnest($2::uuid[], $3::uuid[], $4::jsonb[], $5::jsonb[])
            as given (process_id, set_id, reservation, appended)
      order by given.process_id
     on conflict (tenant_id, process_id) do update
        set reservation = excluded.reservation, appended = r.appended || excluded.appended`,
    [
      tenantId,
      changed.map(([processId]) => processId),
      changed.map(([, { setId }]) => setId ?? null),
      changed.map(([, reservation]) => JSON.stringify(reservation)),
      changed.map(([processId]) => storedOf(byProcess.get(processId) ?? [])),
    ],
  );
}

/** What a decision on the commands, or taking the events in, looks at. */
function lookedAt({ commands = [], events = [] }: Needs<CreditsCommand, CreditEvent>) {
  const processIds = new Set<string>();
  const setIds = new Set<string>();
  for (const command of commands) {
    if ('processId' in command) processIds.add(command.processId);
    if (command.type === 'reserveSet') for (const id of command.processIds) processIds.add(id);
    if (command.type === 'refundSet') setIds.add(command.setId);
  }
  for (const { data } of events) if ('processId' in data) processIds.add(data.processId);
  return { processIds, setIds };
}

const tenantOf = (stream: string): string => stream.slice(streams.credits('').length);

const storedOf = (events: readonly Noted<CreditEvent>[]): string =>
  JSON.stringify(
    events.map(({ id, requestHash, position }): StoredEvent => ({
      id,
      requestHash,
      position,
    })),
  );

const byId = (events: readonly StoredEvent[]): Map<string, AppendedEvent> =>
  new Map(events.map(({ id, requestHash, position }) => [id, { requestHash, position }]));
