import { setTimeout as sleep } from 'node:timers/promises';

import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPool } from './pool.ts';
import { connectSession } from './session.ts';
import { byTcp, createTestDatabase, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
let pool: Pool;
const warnings: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, {
    max: 2,
    applicationName: 'pool-test',
    statementTimeoutMs: 300,
    log: { info: () => {}, warn: (_fields, message) => void warnings.push(message) },
  });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('int8 is bigint, also beyond 2^53, and other types stay as in pg', async () => {
  const { rows } = await pool.query(
    `select 9223372036854775807::int8 as big, null::int8 as none, 7::int4 as small`,
  );
  expect(rows).toEqual([{ big: 9_223_372_036_854_775_807n, none: null, small: 7 }]);
});

test('a statement that runs too long is cancelled', async () => {
  await expect(pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
});

test('idle connections that break are logged and replaced', async () => {
  await pool.query('select 1');
  const killer = createPool(database.connectionString, { max: 1, applicationName: 'killer' });
  await killer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pool-test'`,
  );
  await killer.end();
  while (warnings.length === 0) await sleep(5);
  expect(warnings[0]).toMatch(/connection broke/);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a connection that breaks under a query fails that query only', async () => {
  const client = await pool.connect();
  await expect(client.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(/terminat/);
  client.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('commits wait for the disk unless a pool opts out', async () => {
  const settingOf = async (each: Pool) =>
    (await each.query<{ synchronous_commit: string }>('show synchronous_commit')).rows[0]?.synchronous_commit;
  const loose = createPool(database.connectionString, {
    max: 1,
    applicationName: 'loose',
    durable: false,
  });
  expect(await settingOf(pool)).toBe('on');
  expect(await settingOf(loose)).toBe('off');
  await loose.end();
});

test('sessions set TCP keep-alive and user timeout of the server to half a minute', async () => {
  const by = createPool(byTcp(database.connectionString).href, { max: 1, applicationName: 'tcp' });
  const { rows } = await by.query(
    `select name, setting from pg_settings where name like 'tcp%' order by name`,
  );
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    tcp_keepalives_count: '4',
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_user_timeout: '30000',
  });
  await by.end();
});

test('statements have no names, and sessions no limits, where the address is a pooler’s', async () => {
  const seen = async (directUrl: string | undefined) => {
    const pooled = createPool(database.connectionString, { max: 1, applicationName: 'pooled', directUrl });
    try {
      const { rows } = await pooled.query<{ one: number }>({
        name: 'one',
        text: 'select $1::integer as one',
        values: [1],
      });
      const { rows: named } = await pooled.query('select name from pg_prepared_statements');
      const { rows: limit } = await pooled.query<{ limit: string }>(
        `select current_setting('statement_timeout') as limit`,
      );
      return { one: rows[0]?.one, named: named.length, limit: limit[0]?.limit };
    } finally {
      await pooled.end();
    }
  };
  expect(await seen(undefined)).toEqual({ one: 1, named: 1, limit: '1min' });
  expect(await seen(database.connectionString)).toEqual({ one: 1, named: 0, limit: '0' });
});

test('a session of its own has its limits, and goes to the server itself', async () => {
  const pooler = new URL(database.connectionString);
  pooler.port = '1';
  const pooled = createPool(pooler.href, {
    max: 1,
    applicationName: 'session',
    directUrl: database.connectionString,
  });
  const client = await connectSession(pooled);
  const { rows } = await client.query(
    `select current_setting('statement_timeout') as limit, current_setting('application_name') as name`,
  );
  expect(rows).toEqual([{ limit: '1min', name: 'session' }]);
  await client.end();
  await pooled.end();
});
