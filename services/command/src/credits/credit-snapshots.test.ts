import { randomUUID } from 'node:crypto';

import { streams, type CreditEvent } from '@lacre/contracts';
import { createDomainLog, type NewDomainEvent } from '@lacre/domain-log';
import { derivedId, inEpoch, type EventStore } from '@lacre/event-store';
import { createKurrentDbEventStore } from '@lacre/event-store/kurrentdb';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import { createPool } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { migrateCommand } from '../database/migrations.ts';
import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { eventIdOf } from '../decider/event-id.ts';
import { createCommandHandler } from '../decider/store-command-handler.ts';
import { snapshotsOf } from '../decider/stream-states.ts';
import { seededRandom } from '../testing/seeded-random.ts';
import { creditSnapshotDifferences } from './credit-snapshot-differences.ts';
import { CreditSnapshots } from './credit-snapshots.ts';
import { credits, type CreditsCommand, type CreditsState } from './decide-credits.ts';

const now = () => new Date('2026-03-02T12:00:00Z');
const MOMENT = now().toISOString();
let pool: Pool;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let tenantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 5, applicationName: 'credit-snapshots-test' });
  await migrateCommand(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  tenantId = randomUUID();
});

const context = (key: string, requestHash = key): CommandContext => ({
  key,
  requestHash,
  correlationId: 'request',
  tenantId,
  actor: { kind: 'system', name: 'test' },
});
const processOf = (index: number) => derivedId('process', tenantId, index);
const documentOf = (index: number) => derivedId('document', tenantId, index);
const keyOf = (index: number) => `reserve:${index}`;
const reserve = (processId: string, amount = 1) =>
  ({ type: 'reserve', tenantId, processId, amount }) as const;

/** A service that has just begun: with nothing in memory. */
const newService = (eventStore: EventStore, eventsBetween?: number): CommandHandler =>
  createCommandHandler({
    eventStore,
    now,
    snapshots: snapshotsOf(
      credits,
      new CreditSnapshots(pool, eventsBetween === undefined ? {} : { eventsBetween }),
    ),
  });

/** Processes of the account, each reserved and, but for the last of them, consumed. */
async function history(store: EventStore, processes: number): Promise<void> {
  const log = createDomainLog(store);
  const stream = streams.credits(tenantId);
  const metadata = {
    occurredAt: MOMENT,
    correlationId: 'history',
    tenantId,
    actor: { kind: 'system', name: 'test' },
  } as const;
  const events: NewDomainEvent<CreditEvent>[] = [];
  const add = (id: string, event: CreditEvent, requestHash?: string) =>
    events.push({ ...event, id, metadata: { ...metadata, ...(requestHash && { requestHash }) } });
  add(randomUUID(), {
    type: 'CreditsGranted',
    data: { tenantId, amount: processes + 10, reason: 'teste' },
  });
  for (let index = 0; index < processes; index++) {
    const of = { tenantId, processId: processOf(index), amount: 1 };
    add(eventIdOf(keyOf(index), stream, 0), { type: 'CreditsReserved', data: of }, keyOf(index));
    if (index < processes - 1)
      add(randomUUID(), { type: 'CreditsConsumed', data: { ...of, documentId: documentOf(index) } });
  }
  for (let at = 0; at < events.length; at += 1_000)
    await log.append(stream, events.slice(at, at + 1_000), {
      expected: at === 0 ? 'noStream' : BigInt(at - 1),
    });
}

/** How many events of streams the store is read, from now on. */
function countReads(store: EventStore): () => number {
  const readStream = store.readStream.bind(store);
  let read = 0;
  store.readStream = async function* (...call) {
    for await (const event of readStream(...call)) {
      read++;
      yield event;
    }
  };
  return () => read;
}

const typesOf = async (store: EventStore) => {
  const found: string[] = [];
  for await (const { type } of store.readStream(streams.credits(tenantId))) found.push(type);
  return found;
};

const account = (state: CreditsState) =>
  state.status === 'open' ? { balance: state.balance, reserved: state.reserved } : undefined;

let standIn: KurrentDbStandIn | undefined;
afterEach(() => {
  standIn?.close();
  standIn = undefined;
});
const stores: [string, () => Promise<EventStore>][] = [
  ['the memory store', () => Promise.resolve(createMemoryEventStore())],
  [
    'KurrentDB',
    async () => {
      standIn = new KurrentDbStandIn();
      await standIn.start();
      return createKurrentDbEventStore({ connectionString: standIn.connectionString });
    },
  ],
];

describe.each(stores)('an account of long standing on %s', (_name, open) => {
  let store: EventStore;
  const reopened = async () => {
    if (standIn !== undefined) {
      await store.close();
      store = createKurrentDbEventStore({ connectionString: standIn.connectionString });
    }
    return newService(store);
  };
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  it.each([1_000, 4_000])('of %s processes is met again by its last events alone', async (processes) => {
    await history(store, processes);
    const first = await newService(store).load(credits, tenantId);
    expect(account(first)).toEqual({ balance: 10, reserved: 1 });
    const service = await reopened();
    const reads = countReads(store);
    const handled = await service.handle(credits, tenantId, reserve(randomUUID()), context('new'));
    expect(handled).toMatchObject({ ok: true, repeated: false });
    // What came since the snapshot, and the event that the snapshot stands on.
    expect(reads()).toBeLessThanOrEqual(501);
    expect(handled.ok && account(handled.state)).toEqual({ balance: 9, reserved: 2 });
    expect(handled.ok && handled.state.status === 'open' && handled.state.reservations.size).toBeLessThan(
      600,
    );
  });

  it('still knows the outcome of each intent, however long ago', async () => {
    await history(store, 1_500);
    await newService(store).load(credits, tenantId);
    const service = await reopened();
    const before = await typesOf(store);
    const again = await service.handle(credits, tenantId, reserve(processOf(3)), context(keyOf(3)));
    expect(again).toMatchObject({ ok: true, repeated: true });
    const ofOther = context(keyOf(3), 'another request');
    expect(await service.handle(credits, tenantId, reserve(processOf(3)), ofOther)).toEqual({
      ok: false,
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    const of = { tenantId, processId: processOf(3), documentId: documentOf(3) };
    const settle = (type: 'consume' | 'refund', key: string) =>
      service.handle(credits, tenantId, { type, ...of }, context(key));
    expect(await settle('consume', 'consume-credit')).toMatchObject({ ok: true, repeated: true });
    expect(await settle('refund', 'refund')).toEqual({ ok: false, code: 'REFUNDING_ABOVE_RESERVED' });
    expect(await typesOf(store)).toEqual(before);
  });
});

describe('a snapshot', () => {
  it('that differs from the log is found by an audit', async () => {
    const store = createMemoryEventStore();
    await history(store, 600);
    await newService(store).load(credits, tenantId);
    const differences = async () => {
      const { missing, extra, other } = await creditSnapshotDifferences(pool, store);
      return { missing, extra, other };
    };
    await pool.query('delete from command.credit_snapshot where tenant_id <> $1', [tenantId]);
    expect(await differences()).toEqual({ missing: [], extra: [], other: [] });
    await pool.query(`update command.credit_snapshot set account = jsonb_set(account, '{balance}', '11')`);
    await pool.query('delete from command.credit_snapshot_reservation where process_id = $1', [processOf(2)]);
    expect(await differences()).toEqual({ missing: [processOf(2)], extra: [], other: [tenantId] });
  });

  it('gives every decision the outcome of a fold from the first event', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const [kept, whole] = await walk(seed);
      expect(kept.length).toBeGreaterThan(20);
      expect(kept).toEqual(whole);
    }
  });

  it('of another epoch of the log is not used', async () => {
    const former = inEpoch(createMemoryEventStore(), { name: '0000000a', isFirst: true });
    await history(former, 600);
    await newService(former).load(credits, tenantId);
    const restored = inEpoch(createMemoryEventStore(), { name: '0000000b', isFirst: false });
    await history(restored, 700);
    expect(account(await newService(restored).load(credits, tenantId))).toEqual({ balance: 10, reserved: 1 });
    expect(account(await newService(restored).load(credits, tenantId))).toEqual({ balance: 10, reserved: 1 });
  });

  it('is taken by one of several services at once, and none of them loses or doubles a credit', async () => {
    const store = createMemoryEventStore();
    const services = [newService(store, 7), newService(store, 7), newService(store, 7)];
    const grant = { type: 'grant', tenantId, amount: 150, reason: 'teste' } as const;
    await services[0]?.handle(credits, tenantId, grant, context('grant'));
    const handled = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const command = reserve(processOf(index));
        // Each intent twice, by different services.
        const ask = async (service: number) =>
          services[service % 3]?.handle(credits, tenantId, command, context(keyOf(index)));
        const [one, other] = await Promise.all([ask(index), ask(index + 1)]);
        expect(one?.ok).toBe(other?.ok);
        return one?.ok === true;
      }),
    );
    expect(handled.filter(Boolean)).toHaveLength(150);
    expect(await typesOf(store)).toHaveLength(151);
    expect(account(await newService(store, 7).load(credits, tenantId))).toEqual({
      balance: 0,
      reserved: 150,
    });
  });
});

/** The same random commands, once over snapshots by services that keep beginning anew, once without. */
async function walk(seed: number): Promise<[kept: string[], whole: string[]]> {
  tenantId = randomUUID();
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const [kept, whole] = [createMemoryEventStore(), createMemoryEventStore()];
  const plain = createCommandHandler({ eventStore: whole, now });
  let service = newService(kept, 3);
  const said = (handled: Awaited<ReturnType<CommandHandler['handle']>>) =>
    handled.ok
      ? { repeated: handled.repeated, ...account(handled.state as CreditsState) }
      : { code: handled.code };
  for (let step = 0; step < 120; step++) {
    if (below(4) === 0) service = newService(kept, 3);
    const command = commandOf(below);
    const key = context(`${JSON.stringify(command)}:${below(2)}`);
    const [mine, theirs] = [
      await service.handle(credits, tenantId, command, key),
      await plain.handle(credits, tenantId, command, key),
    ];
    expect(said(mine), `seed ${seed}, step ${step}: ${JSON.stringify(command)}`).toEqual(said(theirs));
  }
  return [await typesOf(kept), await typesOf(whole)];
}

function commandOf(below: (limit: number) => number): CreditsCommand {
  const processId = processOf(below(9));
  const documentId = derivedId('document', processId, below(3));
  const set = below(3);
  const setId = derivedId('set', tenantId, set);
  const commands: CreditsCommand[] = [
    { type: 'open', tenantId, amount: 5, reason: 'início' },
    { type: 'grant', tenantId, amount: 3, reason: 'teste' },
    { type: 'setMonthly', tenantId, amount: below(3), at: MOMENT },
    { type: 'grantMonth', tenantId, at: MOMENT },
    { type: 'reserve', tenantId, processId, amount: 2 },
    { type: 'consume', tenantId, processId, documentId },
    { type: 'refund', tenantId, processId, documentId },
    { type: 'refundWhole', tenantId, processId },
    {
      type: 'reserveSet',
      tenantId,
      setId,
      processIds: [0, 1].map((index) => derivedId('process of set', setId, index)),
    },
    { type: 'refundSet', tenantId, setId },
  ];
  return commands[below(commands.length)] as CreditsCommand;
}
