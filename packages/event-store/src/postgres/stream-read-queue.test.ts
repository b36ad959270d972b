import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool, QueryConfig } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { EventStoreUnavailable, type EventStore } from '../index.ts';
import { collect, numberedEvents, streamOf, uniquePrefix } from '../testing/index.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';
import { MAX_EVENTS_TOGETHER } from './stream-read-queue.ts';

let database: TestDatabase;
let pool: Pool;
let store: EventStore;
/** Names of the statements that the store sent. */
let sent: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 4, applicationName: 'test' });
  const ask = pool.query.bind(pool);
  pool.query = ((config: QueryConfig, ...rest: []) => {
    sent.push(config.name ?? '');
    return ask(config, ...rest);
  }) as typeof pool.query;
  store = await createPostgresEventStore({ pool });
});
beforeEach(() => {
  sent = [];
});
afterAll(async () => {
  await store.close();
  await pool.end();
  await database.drop();
});

const numbersIn = (events: readonly { data: Record<string, unknown> }[]) =>
  events.map(({ data }) => data['n']);

test('streams that are read at once are read by one statement, each from where it was asked', async () => {
  const prefix = uniquePrefix();
  for (const name of ['a', 'b'])
    await store.append(`${prefix}${name}`, numberedEvents(5), { expected: 'noStream' });
  sent = [];
  const [a, b, none, again] = await Promise.all([
    collect(store.readStream(`${prefix}a`, { from: 3n })),
    collect(store.readStream(`${prefix}b`, { limit: 2 })),
    collect(store.readStream(`${prefix}none`)),
    collect(store.readStream(`${prefix}a`, { from: 4n })),
  ]);
  expect([numbersIn(a), numbersIn(b), none, numbersIn(again)]).toEqual([[3, 4], [0, 1], [], [4]]);
  expect(sent).toEqual(['event_store.read_streams']);
});

test('a long stream is read whole beside others', async () => {
  const prefix = uniquePrefix();
  const counts = [3 * MAX_EVENTS_TOGETHER, MAX_EVENTS_TOGETHER, 1];
  for (const count of counts)
    await store.append(`${prefix}${count}`, numberedEvents(count), { expected: 'noStream' });
  const read = await Promise.all(counts.map((count) => streamOf(store, `${prefix}${count}`)));
  for (const [index, events] of read.entries())
    expect(numbersIn(events)).toEqual(Array.from({ length: counts[index]! }, (_, n) => n));
});

test('a read that makes its statement fail fails alone', async () => {
  const stream = `${uniquePrefix()}a`;
  await store.append(stream, numberedEvents(1), { expected: 'noStream' });
  // PostgreSQL has no text with U+0000.
  const outcomes = await Promise.allSettled([streamOf(store, stream), streamOf(store, `${stream}\0`)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

test('all reads fail as unavailable with a connection that is lost', async () => {
  const away = createPool('postgres://127.0.0.1:1/none', { max: 1, applicationName: 'test' });
  const lost = Object.assign(Object.create(away) as Pool, {
    query: (config: QueryConfig | string, ...rest: []) =>
      typeof config === 'object' && config.name === 'event_store.read_streams'
        ? away.query(config, ...rest)
        : pool.query(config as QueryConfig, ...rest),
    connect: pool.connect.bind(pool),
    options: pool.options,
  });
  const broken = await createPostgresEventStore({ pool: lost });
  const outcomes = await Promise.allSettled([streamOf(broken, 'a'), streamOf(broken, 'b')]);
  for (const outcome of outcomes)
    expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(EventStoreUnavailable);
  await broken.close();
  await away.end();
});
