import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { streams } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import { appendFirstRelease, storeOfEarlierRelease } from '@lacre/domain-log/testing';
import type { EventStore, NewEvent } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { appendToEnd } from '@lacre/event-store/testing';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { readModels } from '../projections/index.ts';
import { openWorkModel } from '../reactors/index.ts';
import { newEvent } from '../testing/index.ts';
import { projectorStage, type ProjectorStage } from '../testing/projector-stage.ts';
import { granted, grantMany, poison, tallyProjection } from '../testing/tally.ts';
import { until } from '../testing/until.ts';
import { variedHistory } from '../testing/varied-history.ts';
import { applyBatch } from './apply-batch.ts';
import { beginBuilding, buildAndSwap } from './build-target.ts';
import { checkpointsOf, createTarget, makeLive, targetOf } from './checkpoints.ts';
import { compareWithRebuild } from './compare-with-rebuild.ts';
import { listParked } from './parked-events.ts';
import type { Projection } from './projection.ts';
import { physicalTable, type Target } from './target.ts';
import { inTransaction } from './transaction.ts';

const everything: readonly Projection[] = [...readModels, openWorkModel];
const { signal } = new AbortController();
/** Following event by event takes a transaction for each, milliseconds. */
const LONG = 180_000;

let stage: ProjectorStage;
beforeEach(async () => {
  stage = await projectorStage();
});
afterEach(async () => {
  poison.reason = undefined;
  await stage.close();
});

async function build(
  deps: Pick<ProjectorStage, 'pool' | 'eventStore' | 'logger'>,
  projections: readonly Projection[],
  limits: { mostRows?: number; manyRows?: number } = { manyRows: 1 },
): Promise<Target[]> {
  for (const projection of projections)
    await inTransaction(deps.pool, (client) => beginBuilding(client, projection));
  expect(await buildAndSwap(deps, projections, { signal, ...limits })).toBe(true);
  const targets: Target[] = [];
  for (const projection of projections) {
    const live = (await checkpointsOf(deps.pool, projection.name)).find(({ state }) => state === 'live');
    const target = live && targetOf(projection, live);
    if (target !== undefined) targets.push(target);
  }
  return targets;
}

/** Targets that were followed as the product follows the log when each event comes alone. */
async function followed(eventStore: EventStore, projections: readonly Projection[]): Promise<Target[]> {
  const targets: Target[] = [];
  for (const projection of projections)
    targets.push(await inTransaction(stage.pool, (client) => createTarget(client, projection, 'scratch')));
  for await (const event of createDomainLog(eventStore).readAfter('start'))
    await applyBatch({ ...stage, eventStore }, targets, [event], event.position);
  return targets;
}

/** Rows of either that the other has not, over all tables; and how many rows there are. */
async function differences(some: readonly Target[], others: readonly Target[]) {
  const found: unknown[] = [];
  let rows = 0;
  for (const [index, target] of some.entries()) {
    const other = others[index] as Target;
    for (const table of target.projection.tables) {
      const columns = Object.keys(table.columns).join(', ');
      const [a, b] = [target, other].map((one) => `select ${columns} from ${physicalTable(one, table)}`);
      found.push(...(await stage.rows(`(${a} except all ${b}) union all (${b} except all ${a})`)));
      rows += (await stage.rows(`${a}`)).length;
    }
  }
  return { found, rows };
}

const parkedOf = async (targets: readonly Target[]) => {
  const ids = new Set(targets.map(({ id }) => id));
  const parked = (await listParked(stage.pool)).filter(({ target }) => ids.has(target));
  return parked
    .map(({ target, stream, revision, error }) => `${target.split('@', 1)[0]} ${stream}/${revision} ${error}`)
    .toSorted();
};

it.each([
  ['copied', { manyRows: 1 }],
  ['inserted, being few', {}],
])(
  'gives the same rows as following the log event by event, rows being %s',
  async (_how, limits) => {
    const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
    let state = seed;
    const random = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const { eventStore } = stage;
    for (const [stream, event] of variedHistory(random, 140)) await appendToEnd(eventStore, stream, [event]);
    const byEvent = await followed(eventStore, everything);
    const inBulk = await build(stage, everything, limits);
    const { found, rows } = await differences(byEvent, inBulk);
    expect(found, `SEED=${seed}`).toEqual([]);
    expect(rows).toBeGreaterThan(100);
    const parked = await parkedOf(byEvent);
    expect(await parkedOf(inBulk), `SEED=${seed}`).toEqual(parked);
    expect(parked.length).toBeGreaterThan(0);
  },
  LONG,
);

it(
  'gives the same rows when memory has room for a few alone',
  async () => {
    let state = 7;
    const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
    const { eventStore } = stage;
    const history = variedHistory(random, 100);
    for (const [stream, event] of history) await appendToEnd(eventStore, stream, [event]);
    const byEvent = await followed(eventStore, everything);
    // The batch that fills it is the last that is folded in bulk.
    const early = { ...stage, eventStore: inMessagesOf(40, eventStore) };
    const inParts = await build(early, everything, { mostRows: 30, manyRows: 10 });
    expect((await differences(byEvent, inParts)).found).toEqual([]);
    expect(await parkedOf(inParts)).toEqual(await parkedOf(byEvent));
  },
  LONG,
);

it(
  'fills every read model from the log of the first release as following it does',
  async () => {
    const stored = createMemoryEventStore();
    await appendFirstRelease(storeOfEarlierRelease(stored, stage.keys));
    const { protectEventStore } = await import('@lacre/personal-data');
    const eventStore = protectEventStore(stored, stage.keys);
    const byEvent = await followed(eventStore, everything);
    const inBulk = await build({ ...stage, eventStore }, everything);
    const { found, rows } = await differences(byEvent, inBulk);
    expect(found).toEqual([]);
    expect(rows).toBeGreaterThan(20);
    expect(await compareWithRebuild({ ...stage, eventStore }, everything)).toEqual([]);
  },
  LONG,
);

it('parks an event that its handler cannot take, and those after it in its stream, without partial rows', async () => {
  const [bad, good] = [randomUUID(), randomUUID()];
  poison.reason = 'poison';
  for (const reason of ['a', 'poison', 'b'])
    for (const tenantId of [bad, good])
      await appendToEnd(stage.eventStore, `credits-${tenantId}`, [
        granted(tenantId, 1, tenantId === good ? 'fine' : reason),
      ]);
  await build(stage, [tallyProjection()]);
  expect(await stage.rows('select tenant_id, reasons from read.tally')).toEqual(
    expect.arrayContaining([
      { tenant_id: bad, reasons: 'a;' },
      { tenant_id: good, reasons: 'fine;fine;fine;' },
    ]),
  );
  expect((await listParked(stage.pool)).map(({ stream, revision }) => `${stream}/${revision}`)).toEqual([
    `credits-${bad}/1`,
    `credits-${bad}/2`,
  ]);
});

it('parks the one event whose rows the tables refuse, and takes every other', async () => {
  const tenantId = randomUUID();
  const refused = { ...newEvent('TagCreated', { tenantId, tagId: randomUUID(), name: 'Urgente' }) };
  const data = { ...refused.data, tagId: 'no uuid' };
  const fine = newEvent('TagCreated', { tenantId, tagId: randomUUID(), name: 'Normal' });
  const grant = newEvent('CreditsGranted', { tenantId, amount: 2, reason: 'x' });
  const appended: [string, NewEvent][] = [
    [streams.tenant(tenantId), fine],
    ['tenant-other', { ...refused, data }],
    [streams.credits(tenantId), grant],
  ];
  for (const [stream, event] of appended) await appendToEnd(stage.eventStore, stream, [event]);
  await build(stage, everything);
  expect(await stage.rows('select name from read.tag')).toEqual([{ name: 'Normal' }]);
  expect(await stage.rows('select balance from read.credits')).toEqual([{ balance: 2n }]);
  const parked = await listParked(stage.pool);
  // The history names what an event is about by the same id.
  expect(parked.map(({ target, stream }) => `${target.split('@', 1)[0]} of ${stream}`).toSorted()).toEqual([
    'tag of tenant-other',
    'tenant-event of tenant-other',
  ]);
});

it('begins anew after a crash, whatever it had written', async () => {
  const expected = await grantMany(stage.eventStore, 3, 4);
  const projection = tallyProjection();
  const target = await inTransaction(stage.pool, (client) => createTarget(client, projection, 'building'));
  const [table] = projection.tables;
  const physical = table === undefined ? '' : physicalTable(target, table);
  // As one leaves it that was killed among its rows.
  await stage.pool.query(
    `alter table ${physical} drop constraint tally_v1_pkey, no force row level security`,
  );
  await stage.pool.query(`insert into ${physical} values ($1, 99, 9, 'x')`, [randomUUID()]);
  await build(stage, [projection]);
  const rows = await stage.rows<{ tenant_id: string; total: bigint }>(
    'select tenant_id, total from read.tally',
  );
  expect(new Map(rows.map((row) => [row.tenant_id, Number(row.total)]))).toEqual(expected);
  expect(
    await stage.rows(
      `select relforcerowsecurity as forced, exists (select from pg_constraint where conrelid = c.oid and contype = 'p') as keyed
         from pg_class c where oid = '${physical}'::regclass`,
    ),
  ).toEqual([{ forced: true, keyed: true }]);
});

it('says how far it is while it builds, and nothing once it is done', async () => {
  await grantMany(stage.eventStore, 4, 25);
  const projection = tallyProjection();
  await inTransaction(stage.pool, async (client) =>
    makeLive(client, await createTarget(client, projection, 'building')),
  );
  const noted: Record<string, unknown>[] = [];
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as never) });
  let messages = 0;
  const watched = inMessagesOf(20, stage.eventStore, async () => {
    messages += 1;
    // Folding the second message is late enough to be noted, which nothing waits for but this.
    if (messages === 1) await sleep(600);
    if (messages !== 2) return;
    await until(async () => {
      noted.push(...(await stage.rows<Record<string, unknown>>('select * from read.build_progress')));
      return noted.length > 0;
    });
  });
  await build({ ...stage, logger, eventStore: watched }, [projection]);
  expect(noted).toHaveLength(1);
  for (const { share, events_left: left } of noted) {
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
    expect(Number(left)).toBeGreaterThan(0);
  }
  expect(await stage.rows('select * from read.build_progress')).toEqual([]);
  // One line for each read model that is live, and none for each batch of events.
  expect(lines.map(({ msg }) => msg)).toEqual(['a read model was built and is live']);
});

/** The store with messages of so many events at most, each followed by `between`. */
function inMessagesOf(size: number, store: EventStore, between = () => Promise.resolve()): EventStore {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'subscribe')
        return async function* subscribe(options: Parameters<EventStore['subscribe']>[0]) {
          for await (const message of target.subscribe({ ...options, batchSize: size })) {
            yield message;
            await between();
          }
        };
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
