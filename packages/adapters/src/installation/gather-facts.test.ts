import type { EventStore } from '@lacre/event-store';
import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { appendToEnd, numberedEvents } from '@lacre/event-store/testing';
import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { gatherFacts } from './gather-facts.ts';
import { migrateInstallation } from './installation-table.ts';

let database: TestDatabase;
let pool: Pool;
let store: EventStore;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 2, applicationName: 'test' });
  store = await createPostgresEventStore({ connectionString: database.connectionString });
  await migrateInstallation(pool);
  await pool.query('create schema signer; create table signer.face_checkpoint (position text)');
  await pool.query('insert into signer.face_checkpoint values (null)');
});

afterEach(async () => {
  await store.close();
  await pool.end();
  await database.drop();
});

/** As another process does all the time: an event, and a follower that has come to it. */
async function goOn(): Promise<void> {
  await appendToEnd(store, 'one', numberedEvents(1));
  await pool.query('update signer.face_checkpoint set position = $1', [await store.head()]);
}

const ahead = async (log: EventStore) => {
  const { facts } = await gatherFacts(pool, { store: log, place: { kind: 'postgres', at: '' }, stores: [] });
  return facts.database.ahead;
};

it('does not mistake appends of another process for a log that lost its end', async () => {
  await goOn();
  const busy = new Proxy(store, {
    get(target, name, receiver) {
      if (name === 'head')
        return async () => {
          const head = await target.head();
          await goOn();
          return head;
        };
      const member: unknown = Reflect.get(target, name, receiver);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  expect(await ahead(busy)).toEqual([]);
});

it('finds a checkpoint that lies after the end of the log', async () => {
  await goOn();
  await pool.query(`update signer.face_checkpoint set position = '1000000'`);
  expect(await ahead(store)).toEqual(['signer.face_checkpoint']);
});
