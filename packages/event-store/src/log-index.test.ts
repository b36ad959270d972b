import { setTimeout as pause } from 'node:timers/promises';

import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { LogIndex } from './log-index.ts';
import type { EventStore, RecordedEvent } from './port.ts';
import { createPostgresEventStore } from './postgres/index.ts';
import { appendToEnd, testEvent } from './testing/index.ts';

let database: TestDatabase;
let pool: Pool;
let store: EventStore;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 12, applicationName: 'log-index-test' });
  store = await createPostgresEventStore({ pool });
  await pool.query('create table place (position text); insert into place values (null)');
  await pool.query('create table entry (id serial primary key, stream text, n int)');
});
afterEach(async () => {
  await store.close();
  await pool.end();
  await database.drop();
});

const append = (stream: string, count = 1) =>
  appendToEnd(
    store,
    stream,
    Array.from({ length: count }, (_, n) => testEvent({ data: { n } })),
  );
const entries = async () =>
  (await pool.query<{ stream: string; n: number }>('select stream, n from entry order by id')).rows;

/** An index that notes each event it is given, as often as it is given it. */
const openIndex = (beforeCommit: () => Promise<void> = async () => {}) =>
  new LogIndex({
    pool,
    store,
    placeTable: 'place',
    filter: { streamPrefixes: ['noted-'] },
    write: async (client, events: readonly RecordedEvent[]) => {
      for (const event of events)
        await client.query('insert into entry (stream, n) values ($1, $2)', [event.stream, event.data['n']]);
      await beforeCommit();
    },
  });

it('indexes the events that concern it, page by page, in log order, once', async () => {
  await append('noted-a', 700);
  await append('other-a', 3);
  await append('noted-b', 2);
  const index = openIndex();
  await index.catchUp();
  const first = await entries();
  expect(first).toHaveLength(702);
  expect(first.slice(-2).map(({ stream }) => stream)).toEqual(['noted-b', 'noted-b']);
  expect(first.slice(0, 700).map(({ n }) => n)).toEqual(Array.from({ length: 700 }, (_, n) => n));
  await index.catchUp();
  await openIndex().catchUp();
  expect(await entries()).toHaveLength(702);
});

it('has seen everything recorded before the call, however many calls share one pass', async () => {
  const index = openIndex();
  const seen = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await append(`noted-${n}`);
      await index.catchUp();
      return (await entries()).some(({ stream }) => stream === `noted-${n}`);
    }),
  );
  expect(seen.every(Boolean)).toBe(true);
  expect(await entries()).toHaveLength(20);
});

it('writes each event once when several fill it at the same time', async () => {
  await append('noted-a', 1200);
  await Promise.all(Array.from({ length: 6 }, () => openIndex().catchUp()));
  expect(await entries()).toHaveLength(1200);
});

it('keeps neither the rows nor the position of a failed pass, and resumes at the next call', async () => {
  await append('noted-a', 3);
  let failing = true;
  const index = openIndex(async () => {
    if (failing) throw new Error('out of space');
  });
  await expect(index.catchUp()).rejects.toThrow('out of space');
  expect(await entries()).toEqual([]);
  failing = false;
  await index.catchUp();
  expect(await entries()).toHaveLength(3);
});

it('follows the log, and begins again after a fault', async () => {
  const ending = new AbortController();
  const faults: unknown[] = [];
  let failing = true;
  const following = openIndex(async () => {
    if (failing) throw new Error('out of space');
  }).follow(ending.signal, (error) => {
    faults.push(error);
    failing = false;
  });
  await append('noted-a', 2);
  while ((await entries()).length < 2) await pause(20);
  ending.abort();
  await following;
  expect(faults).toHaveLength(1);
});
