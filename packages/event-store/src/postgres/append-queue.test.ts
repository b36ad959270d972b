import { setTimeout as sleep } from 'node:timers/promises';

import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { EventIdConflict, WrongExpectedRevision, type EventStore } from '../index.ts';
import { numberedEvents, streamOf, testEvent, uniquePrefix } from '../testing/index.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

let database: TestDatabase;
let store: EventStore;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 2, applicationName: 'test' });
  store = await createPostgresEventStore({ connectionString: database.connectionString });
});

afterAll(async () => {
  await store.close();
  await pool.end();
  await database.drop();
});

const reasonOf = (outcome: PromiseSettledResult<unknown> | undefined): unknown =>
  outcome?.status === 'rejected' ? outcome.reason : undefined;

test('appends that share a commit have outcomes of their own', async () => {
  const prefix = uniquePrefix();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 300 }, (_, n) =>
      store.append(`${prefix}${n}`, numberedEvents(1 + (n % 3)), { expected: n % 2 === 0 ? 'noStream' : 5n }),
    ),
  );
  for (const [n, outcome] of outcomes.entries()) {
    const events = await streamOf(store, `${prefix}${n}`);
    expect(events).toHaveLength(n % 2 === 0 ? 1 + (n % 3) : 0);
    expect(reasonOf(outcome) instanceof WrongExpectedRevision).toBe(n % 2 === 1);
  }
});

test('an append that makes its statement fail fails alone', async () => {
  const prefix = uniquePrefix();
  const taken = testEvent();
  const other = await pool.connect();
  await other.query('begin');
  const text = `select event_store.append(array[$1], '{-1}', '{1}', array[$2::uuid], '{T}', '{"{}"}', '{"{}"}')`;
  await other.query(text, [`${prefix}other`, taken.id]);
  // Its id is not visible yet: the insert waits in the unique index, and breaks the statement when the other commits.
  const outcomes = Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      store.append(`${prefix}${n}`, [n === 10 ? taken : testEvent()], { expected: 'noStream' }),
    ),
  );
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`;
  while ((await pool.query(waiting)).rowCount === 0) await sleep(5);
  await other.query('commit');
  other.release();

  for (const [n, outcome] of (await outcomes).entries()) {
    expect(reasonOf(outcome) instanceof EventIdConflict).toBe(n === 10);
    expect(await streamOf(store, `${prefix}${n}`)).toHaveLength(n === 10 ? 0 : 1);
  }
});

test('of two appends at once that use one event id for two streams one is refused', async () => {
  const prefix = uniquePrefix();
  const event = testEvent();
  const append = (n: number): Promise<unknown> =>
    store.append(`${prefix}${n}`, [event], { expected: 'noStream' });
  const outcomes = await Promise.allSettled([append(0), append(1)]);
  expect(outcomes.filter((outcome) => reasonOf(outcome) instanceof EventIdConflict)).toHaveLength(1);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('appends to one stream are done in the order they were asked for', async () => {
  const stream = `${uniquePrefix()}s`;
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      store.append(stream, [testEvent({ data: { n } })], { expected: n === 0 ? 'noStream' : BigInt(n - 1) }),
    ),
  );
  expect(answers.map(({ revision }) => Number(revision))).toEqual(Array.from({ length: 50 }, (_, n) => n));
  expect((await streamOf(store, stream)).map(({ data }) => data['n'])).toEqual(
    Array.from({ length: 50 }, (_, n) => n),
  );
});
