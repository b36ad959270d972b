import { setTimeout as sleep } from 'node:timers/promises';

import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { EventStoreUnavailable, type EventStore, type NewEvent } from '../index.ts';
import {
  appendToEnd,
  collect,
  eventsIn,
  numberedEvents,
  readUntil,
  streamOf,
  testEvent,
  uniquePrefix,
} from '../testing/index.ts';
import { TcpProxy } from '../testing/tcp-proxy.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

/** Long enough that what is delivered was heard by a wake-up. */
const byWakeUpsAlone = { lostAfterMs: 3_600_000 };

let database: TestDatabase;
let admin: Pool;
let stores: EventStore[];
let stream: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = createPool(database.connectionString, { max: 3, applicationName: 'admin' });
});

afterAll(async () => {
  await admin.end();
  await database.drop();
});

beforeEach(() => {
  stores = [];
  stream = `${uniquePrefix()}s`;
});

afterEach(async () => {
  for (const store of stores) await store.close();
});

async function openStore(
  options: { lostAfterMs?: number; connectionString?: string } = {},
): Promise<EventStore> {
  const store = await createPostgresEventStore({ connectionString: database.connectionString, ...options });
  stores.push(store);
  return store;
}

/** Ends the backends of the store whose last statement is like `statement`; returns how many there were. */
async function terminate(statement: string): Promise<number> {
  const { rows } = await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'event-store' and datname = current_database() and query ilike $1`,
    [statement],
  );
  return rows.length;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}

async function appendUntilAnswered(store: EventStore, name: string, events: NewEvent[]): Promise<void> {
  for (;;) {
    try {
      await appendToEnd(store, name, events);
      return;
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      await sleep(10);
    }
  }
}

test('an append whose connection is killed before it commits is one append when repeated', async () => {
  const store = await openStore();
  await store.append(stream, numberedEvents(1), { expected: 'noStream' });
  const events = numberedEvents(2);
  const blocker = await admin.connect();
  await blocker.query('begin');
  // The lock of the stream, as the append function takes it.
  await blocker.query(
    `select event_store.append(array[$1], '{-2}', '{1}', array[gen_random_uuid()], '{T}', '{"{}"}', '{"{}"}')`,
    [stream],
  );
  const append = store.append(stream, events, { expected: 0n }).catch((error: unknown) => error);
  await until(async () => (await terminate('%event_store.append%')) > 0);
  expect(await append).toBeInstanceOf(EventStoreUnavailable);
  await blocker.query('rollback');
  blocker.release();

  expect(await store.append(stream, events, { expected: 0n })).toMatchObject({ revision: 2n });
  expect(await store.append(stream, events, { expected: 0n })).toMatchObject({ revision: 2n });
  expect(await streamOf(store, stream)).toHaveLength(3);
});

test('an append that committed and whose answer was lost is one append when repeated', async () => {
  const url = new URL(database.connectionString);
  const proxy = new TcpProxy(Number(url.port));
  url.port = String(await proxy.start());
  const store = await openStore({ connectionString: url.href });
  await store.append(stream, numberedEvents(1), { expected: 'noStream' });
  const events = [testEvent({ data: { n: 41 } }), testEvent({ data: { n: 42 } })];
  proxy.loseAnswerTo(events[0]!.id);
  await expect(store.append(stream, events, { expected: 0n })).rejects.toBeInstanceOf(EventStoreUnavailable);
  expect(await streamOf(store, stream)).toHaveLength(3);

  expect(await store.append(stream, events, { expected: 0n })).toMatchObject({ revision: 2n });
  expect((await streamOf(store, stream)).slice(1).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  await store.close();
  stores = [];
  await proxy.stop();
});

test('appends of one store wake the subscribers of another', async () => {
  const [writer, reader] = [await openStore(), await openStore(byWakeUpsAlone)];
  const after = await writer.head();
  const reading = readUntil(
    reader,
    { after, filter: { streamPrefixes: [stream] } },
    (all) => eventsIn(all).length >= 3,
  );
  for (let n = 0; n < 3; n++) {
    await sleep(30);
    await appendToEnd(writer, stream, numberedEvents(1));
  }
  expect(eventsIn(await reading)).toHaveLength(3);
});

test('when the listening connection is killed delivery goes on', async () => {
  const [writer, reader] = [await openStore(), await openStore(byWakeUpsAlone)];
  const after = await writer.head();
  const total = 20;
  const reading = readUntil(
    reader,
    { after, filter: { streamPrefixes: [stream] } },
    (all) => eventsIn(all).length >= total,
  );
  let killed = 0;
  for (let n = 0; n < total; n++) {
    if (n % 5 === 2) killed += await terminate('%listen %');
    await appendToEnd(writer, stream, numberedEvents(1));
    await sleep(10);
  }
  expect(killed).toBeGreaterThan(0);
  expect(eventsIn(await reading).map(({ revision }) => Number(revision))).toEqual(
    Array.from({ length: total }, (_, n) => n),
  );
});

test('an event that was appended without a wake-up is found', async () => {
  const reader = await openStore({ lostAfterMs: 20 });
  const after = await reader.head();
  const reading = readUntil(
    reader,
    { after, filter: { streamPrefixes: [stream] } },
    (all) => eventsIn(all).length >= 1,
  );
  await sleep(50);
  await admin.query(
    `select event_store.append(array[$1], '{-1}', '{1}', array[gen_random_uuid()], '{T}', '{"{}"}', '{"{}"}')`,
    [stream],
  );
  expect(eventsIn(await reading)).toHaveLength(1);
});

test('when every connection is killed again and again no event is lost or repeated', async () => {
  const [writer, reader] = [await openStore(), await openStore()];
  const after = await writer.head();
  const filter = { streamPrefixes: [stream] };
  const total = 300;
  const reading = readUntil(reader, { after, filter, batchSize: 7 }, (all) => eventsIn(all).length >= total);
  let killed = 0;
  for (let n = 0; n < total; n += 3) {
    if (n % 60 === 30) killed += await terminate('%');
    await appendUntilAnswered(writer, `${stream}${n % 4}`, numberedEvents(3));
  }
  const order = (await collect(writer.readAll({ after, filter, limit: 1000 }))).map(({ id }) => id);
  expect(killed).toBeGreaterThan(5);
  expect(order).toHaveLength(total);
  expect(eventsIn(await reading).map(({ id }) => id)).toEqual(order);
});

test('an unreachable database makes every operation unavailable', async () => {
  const store = await openStore();
  await terminate('%');
  const url = new URL(database.connectionString);
  const proxy = new TcpProxy(Number(url.port));
  url.port = String(await proxy.start());
  const cut = await openStore({ connectionString: url.href });
  await proxy.stop();
  const operations = [
    () => cut.append(stream, numberedEvents(1), { expected: 'noStream' }),
    () => streamOf(cut, stream),
    () => collect(cut.readAll({ after: 'start', limit: 1 })),
    () => cut.head(),
  ];
  for (const operation of operations) await expect(operation()).rejects.toBeInstanceOf(EventStoreUnavailable);
  expect(await streamOf(store, stream)).toEqual([]);
});
