import { randomUUID } from 'node:crypto';

import type { Principal } from '@lacre/access';
import { createPool } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { ReadModels } from './read-models.ts';

const outsider = `outsider_${randomUUID().slice(0, 8)}`;
const caller: Principal = {
  kind: 'person',
  sub: randomUUID(),
  tenantId: randomUUID(),
  name: 'Ana Souza',
};
const watch = {
  waitFor: () => Promise.resolve(),
  rebuilding: () =>
    Promise.resolve({ rebuilding: false, percent: null, eventsLeft: null, secondsLeft: null }),
};
let admin: Pool;
let pool: Pool;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  ({ drop } = database);
  admin = createPool(database.connectionString, { max: 1, applicationName: 'test' });
  await admin.query(`create role ${outsider} login password 'x'`);
  const connection = new URL(database.connectionString);
  connection.username = outsider;
  connection.password = 'x';
  pool = createPool(connection.href, { max: 1, applicationName: 'test', pipeline: true });
});

afterAll(async () => {
  await pool.end();
  await admin.query(`drop role ${outsider}`);
  await admin.end();
  await drop();
});

it('sends its first statement before the transaction is known to have begun', async () => {
  const client = await pool.connect();
  const happened: string[] = [];
  const leased = {
    query: async (asked: string | { text: string; values: unknown[] }) => {
      const { text, values } = typeof asked === 'string' ? { text: asked, values: undefined } : asked;
      const word = text.split(' ', 1)[0] ?? '';
      happened.push(`sent ${word}`);
      await client.query(text.replace(/set local role .*$/, 'select 1'), values).finally(() => {
        happened.push(`answered ${word}`);
      });
      return { rows: [], rowCount: 0, command: 'SELECT' };
    },
    release: () => client.release(),
  };
  const models = new ReadModels({ connect: () => Promise.resolve(leased) } as unknown as Pool, watch);
  await models.ofCaller(caller, { minPosition: undefined, projections: [] }, (db) =>
    sql`select 1`.execute(db),
  );
  expect(happened.slice(0, 4)).toEqual(['sent begin', 'sent select', 'answered begin', 'answered select']);
});

it('answers nothing that was read without the role that row-level security binds', async () => {
  const models = new ReadModels(pool, watch);
  const met: unknown[] = [];
  const reading = models.ofCaller(caller, { minPosition: undefined, projections: [] }, async (db) => {
    const { rows } = await sql`select 1`.execute(db).catch((error: { code: string }) => {
      met.push(error.code);
      throw error;
    });
    return rows;
  });
  await expect(reading).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  // In a transaction that failed before, nothing is read at all.
  expect(met).toEqual(['25P02']);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('keeps reading with statements prepared before a view got other columns', async () => {
  // The role of the queries is of the installation: this database has none that a login of its own may become.
  const role = 'lacre_query';
  await admin.query(`do $$ begin create role ${role}; exception when duplicate_object then null; end $$`);
  await admin.query('create schema prepared; create view prepared.shown as select 1 as one');
  await admin.query(`grant usage on schema prepared to ${role}; grant select on prepared.shown to ${role}`);
  const models = new ReadModels(admin, watch);
  const read = () =>
    models.ofCaller(caller, { minPosition: undefined, projections: [] }, async (db) => {
      const { rows } = await sql`select * from prepared.shown`.execute(db);
      return rows;
    });
  for (let n = 0; n < 5; n += 1) expect(await read()).toEqual([{ one: 1 }]);
  const prepared = await admin.query(`select name from pg_prepared_statements where statement like '%shown'`);
  expect(prepared.rows).toHaveLength(1);
  await admin.query('drop view prepared.shown; create view prepared.shown as select 1 as one, 2 as two');
  await admin.query(`grant select on prepared.shown to ${role}`);
  for (let n = 0; n < 5; n += 1) expect(await read()).toEqual([{ one: 1, two: 2 }]);
});
