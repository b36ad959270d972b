import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { eventsAfter, maxAppendBytes, type EventStore, type Position, type RecordedEvent } from '../index.ts';
import { createKurrentDbEventStore, kurrentDbCopyTarget } from '../kurrentdb/index.ts';
import { createMemoryEventStore } from '../memory/index.ts';
import { createPostgresEventStore, postgresCopyTarget } from '../postgres/index.ts';
import { collect, eventOfBytes, numberedEvents, testEvent } from '../testing/index.ts';
import { KurrentDbStandIn } from '../testing/kurrentdb-stand-in.ts';
import { checkCopy, copyLog, CopyDiffers, TargetIsAnotherLog, type CopyTarget } from './index.ts';

interface Side extends CopyTarget {
  close(): Promise<void>;
}

let databases: { database: TestDatabase; pool: Pool }[];
let open: Side[] = [];

async function postgresSide(): Promise<Side> {
  const database = await createTestDatabase();
  const pool = createPool(database.connectionString, { max: 4, applicationName: 'copy-test' });
  databases.push({ database, pool });
  const store = await createPostgresEventStore({ pool });
  return side(postgresCopyTarget({ pool, store }), () => Promise.resolve());
}

async function kurrentDbSide(server = new KurrentDbStandIn()): Promise<Side> {
  await server.start();
  const { connectionString } = server;
  const store = createKurrentDbEventStore({ connectionString });
  const target = kurrentDbCopyTarget({ store, connectionString });
  return side(target, () => {
    target.close();
    server.close();
    return Promise.resolve();
  });
}

function side(target: CopyTarget, stop: () => Promise<void>): Side {
  const made = {
    ...target,
    close: async () => {
      await target.store.close();
      await stop();
    },
  };
  open.push(made);
  return made;
}

beforeAll(() => {
  databases = [];
});
beforeEach(async () => {
  for (const each of open) await each.close();
  open = [];
});
afterAll(async () => {
  for (const each of open) await each.close();
  for (const { database, pool } of databases) {
    await pool.end();
    await database.drop();
  }
});

/** Streams that interleave, appends of one event and of many, and texts that are easily spoiled. */
async function fill(store: EventStore, events = 60): Promise<void> {
  const heads = new Map<string, bigint>();
  for (let n = 0; n < events;) {
    const stream = `process-${n % 7}`;
    const size = n % 5 === 0 ? 4 : 1;
    const head = heads.get(stream);
    const { revision } = await store.append(
      stream,
      Array.from({ length: size }, (_, i) => {
        const id = randomUUID();
        const text = 'São João\u0000\ud83d\ude00 "\\';
        return testEvent({ id, data: { n: n + i, text, box: Buffer.from(id).toString('base64') } });
      }),
      { expected: head ?? 'noStream' },
    );
    heads.set(stream, revision);
    n += size;
  }
}

const facts = (events: readonly RecordedEvent[]) => events.map(({ position: _position, ...fact }) => fact);
const factsOf = async (store: EventStore) => facts(await collect(eventsAfter(store)));

test('a log goes from Postgres to KurrentDB and back with ids, order, moments and every byte', async () => {
  const [first, kurrent, back] = [await postgresSide(), await kurrentDbSide(), await postgresSide()];
  await fill(first.store);
  const there = await copyLog(first.store, kurrent);
  await copyLog(kurrent.store, back);
  const original = await factsOf(first.store);
  expect(there).toEqual({ found: 0, written: original.length });
  expect(await factsOf(kurrent.store)).toEqual(original);
  expect(await factsOf(back.store)).toEqual(original);
  const moments = await collect(kurrent.store.readStream('process-3'));
  expect(moments.map(({ recordedAt }) => recordedAt)).toEqual(
    original.filter(({ stream }) => stream === 'process-3').map(({ recordedAt }) => recordedAt),
  );
  const { figures } = await checkCopy(first.store, back.store);
  expect(figures).toMatchObject({ events: original.length, streams: 7 });
});

test('a copy that was killed at any event resumes there, and writes none twice', async () => {
  const [source, kurrent] = [await postgresSide(), await kurrentDbSide()];
  await fill(source.store, 40);
  const total = (await collect(eventsAfter(source.store))).length;
  let written = 0;
  for (let runs = 0; ; runs++) {
    let left = 3;
    // Dies with a batch half written.
    const dying: CopyTarget = {
      store: kurrent.store,
      write: async (events) => {
        await kurrent.write(events.slice(0, left));
        written += Math.min(left, events.length);
        if (events.length > left) throw new Error('killed');
        left -= events.length;
      },
    };
    const outcome = await copyLog(source.store, dying).catch((error: Error) => error);
    if (!(outcome instanceof Error)) break;
    expect(outcome.message).toBe('killed');
    expect(runs).toBeLessThan(total);
  }
  expect(written).toBe(total);
  expect((await checkCopy(source.store, kurrent.store)).figures.events).toBe(total);
});

test('a server that refuses calls and loses answers does not double or disorder the copy', async () => {
  const server = new KurrentDbStandIn();
  const target = await kurrentDbSide(server);
  const source = await postgresSide();
  await fill(source.store, 40);
  const failing: CopyTarget = {
    store: target.store,
    write: async (events) => {
      for (const [n, event] of events.entries()) {
        if (n % 9 === 4) server.loseAnswers(1);
        if (n % 9 === 7) server.refuseCalls(2);
        await target.write([event]);
      }
    },
  };
  await copyLog(source.store, failing);
  server.refuseCalls(0);
  expect(await factsOf(target.store)).toEqual(await factsOf(source.store));
});

test.each<[string, (server: KurrentDbStandIn) => unknown]>([
  ['answers are lost', (server) => server.loseAnswers(1)],
  ['the channel breaks', (server) => server.dropChannels()],
  ['the server restarts', (server) => server.restart()],
  ['appends are refused for a while', (server) => server.changeLeader({ tail: 'kept', phaseMs: 300 })],
  [
    'a change of leader discards what was not acknowledged',
    async (server) => {
      server.stopReplication();
      await sleep(20);
      await server.changeLeader({ tail: 'discarded', phaseMs: 100 });
    },
  ],
])(
  'many appends on their way keep the order when %s',
  async (_what, disturb) => {
    const server = new KurrentDbStandIn({ commitDelayMs: 5, commitTimeoutMs: 300 });
    const target = await kurrentDbSide(server);
    const source = createMemoryEventStore();
    await fill(source, 900);
    const total = (await collect(eventsAfter(source))).length;
    const over = new AbortController();
    const copied = copyLog(source, target).finally(() => over.abort());
    copied.catch(() => {});
    let disturbances = 0;
    for (const goal of [150, 400, 650]) {
      while (server.eventCount < goal && !over.signal.aborted) await sleep(1);
      await disturb(server);
      disturbances += Number(server.eventCount < total);
    }
    await copied;
    expect(disturbances).toBeGreaterThan(0);
    expect(await factsOf(target.store)).toEqual(await factsOf(source));
  },
  60_000,
);

test('a server that refuses an append and accepts later ones is noticed at once', async () => {
  const server = new KurrentDbStandIn();
  const [source, target] = [await postgresSide(), await kurrentDbSide(server)];
  await fill(source.store, 300);
  const disordering: CopyTarget = {
    store: target.store,
    write: async (events) => {
      await target.write(events.slice(0, 100));
      server.refuseAppends(1);
      await target.write(events.slice(100));
    },
  };
  await expect(copyLog(source.store, disordering)).rejects.toThrow(CopyDiffers);
  await expect(copyLog(source.store, target)).rejects.toThrow(TargetIsAnotherLog);
});

test('what fills an append to the last byte in one log goes to the other, and back', async () => {
  for (const [first, second] of [
    [await postgresSide(), await kurrentDbSide()],
    [await kurrentDbSide(), await postgresSide()],
  ] as const) {
    const back = await kurrentDbSide();
    await first.store.append('full', [eventOfBytes(maxAppendBytes)], { expected: 'noStream' });
    await first.store.append('full', numberedEvents(2), { expected: 0n });
    await copyLog(first.store, second);
    await copyLog(second.store, back);
    expect(await factsOf(second.store)).toEqual(await factsOf(first.store));
    expect(await factsOf(back.store)).toEqual(await factsOf(first.store));
  }
});

test('events that came after a first copy are copied by a second one', async () => {
  const [source, target] = [await kurrentDbSide(), await postgresSide()];
  await fill(source.store, 10);
  await copyLog(source.store, target);
  await source.store.append('late', numberedEvents(2), { expected: 'noStream' });
  const { found, written } = await copyLog(source.store, target);
  expect(written).toBe(2);
  expect((await checkCopy(source.store, target.store)).figures.events).toBe(found + 2);
});

test('the log of another installation is refused, and nothing is written to it', async () => {
  for (const target of [await postgresSide(), await kurrentDbSide()]) {
    const source = await postgresSide();
    await source.store.append('ours', numberedEvents(3), { expected: 'noStream' });
    await target.store.append('theirs', numberedEvents(1), { expected: 'noStream' });
    const before = await factsOf(target.store);
    await expect(copyLog(source.store, target)).rejects.toThrow(TargetIsAnotherLog);
    expect(await factsOf(target.store)).toEqual(before);
  }
});

test('a target that went on by itself is refused', async () => {
  const [source, target] = [await postgresSide(), await kurrentDbSide()];
  await fill(source.store, 10);
  await copyLog(source.store, target);
  await target.store.append('alone', numberedEvents(1), { expected: 'noStream' });
  await expect(copyLog(source.store, target)).rejects.toMatchObject({
    name: 'TargetIsAnotherLog',
    common: (await factsOf(source.store)).length,
    found: { stream: 'alone', revision: 0n },
  });
});

test('the check names a copy that lacks an event, or has one more, or another moment', async () => {
  const [source, target] = [await postgresSide(), await postgresSide()];
  await fill(source.store, 10);
  const [first, ...rest] = await collect(eventsAfter(source.store));
  await target.write([{ ...first!, recordedAt: '2026-01-01T00:00:00.000Z' }, ...rest]);
  await expect(checkCopy(source.store, target.store)).rejects.toThrow(CopyDiffers);
  const short = await postgresSide();
  await short.write([first!]);
  await expect(checkCopy(source.store, short.store)).rejects.toThrow(/not in its place/);
  await expect(checkCopy(short.store, source.store)).rejects.toThrow(/in the copy alone/);
});

test('positions of the one log are found in the other, by event', async () => {
  const [source, target] = [await postgresSide(), await kurrentDbSide()];
  await source.store.append('a', numberedEvents(1), { expected: 'noStream' });
  // Burns a position, so that one lies between two events.
  await source.store.append('b', [testEvent(), testEvent()], { expected: 'noStream' });
  await source.store.append('c', numberedEvents(1), { expected: 'noStream' });
  await copyLog(source.store, target);
  const [ours, theirs] = [await collect(eventsAfter(source.store)), await collect(eventsAfter(target.store))];
  const beyond = String(BigInt(ours.at(-1)!.position) + 5n) as Position;
  const marks = [...ours.map(({ position }) => position).toReversed(), '0' as Position, beyond];
  const { positions } = await checkCopy(source.store, target.store, marks);
  expect(ours.map(({ position }) => positions.get(position))).toEqual(theirs.map(({ position }) => position));
  expect(positions.get('0' as Position)).toBeUndefined();
  expect(positions.get(beyond)).toBe(theirs.at(-1)!.position);
});
