import type { Client, Pool, PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { copyIn } from './copy-in.ts';
import { createPool } from './pool.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
let pool: Pool;
let client: PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 1, applicationName: 'copy-in-test' });
  await pool.query('create table line (number int primary key, words text)');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  client = await pool.connect();
});
afterEach(async () => {
  client.release();
  await pool.query('truncate line');
});

const COPY = 'copy line (number, words) from stdin';
const count = async () =>
  (await client.query<{ count: number }>('select count(*)::int as count from line')).rows[0]?.count;

it('copies more than fits in any buffer, and leaves the connection usable', async () => {
  function* chunks(): Generator<string> {
    for (let chunk = 0; chunk < 200; chunk += 1)
      yield Array.from({ length: 100 }, (_, row) => `${chunk * 100 + row}\t${'palavra'.repeat(40)}\n`).join(
        '',
      );
  }
  await copyIn(client, COPY, chunks());
  expect(await count()).toBe(20_000);
});

it('rejects with the database’s own error, and copies nothing', async () => {
  await expect(copyIn(client, COPY, ['1\ta\n', '1\tb\n'])).rejects.toMatchObject({ code: '23505' });
  await expect(copyIn(client, 'copy nothing from stdin', [])).rejects.toMatchObject({ code: '42P01' });
  expect(await count()).toBe(0);
});

it('rejects with the error of a chunk, and copies nothing', async () => {
  function* chunks(): Generator<string> {
    yield '1\ta\n';
    throw new RangeError('no more');
  }
  await expect(copyIn(client, COPY, chunks())).rejects.toThrow('no more');
  expect(await count()).toBe(0);
});

it('lets the process do its other work between two chunks', async () => {
  let turns = 0;
  let asked = 0;
  function* chunks(): Generator<string> {
    for (; asked < 10; asked += 1) {
      setImmediate(() => (turns += 1));
      yield `${asked}\tx\n`;
    }
    expect(turns).toBeGreaterThanOrEqual(9);
  }
  await copyIn(client, COPY, chunks());
  expect(await count()).toBe(10);
});

it('rejects when the connection breaks on the way', async () => {
  const other = createPool(database.connectionString, { max: 1, applicationName: 'copy-in-test' });
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  function* chunks(): Generator<string> {
    void other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    for (let number = 0; number < 1e9; number += 1) yield `${number}\tx\n`;
  }
  await expect(copyIn(client, COPY, chunks())).rejects.toThrow(/terminat|ECONNRESET|EPIPE|closed/);
  await other.end();
  client.release(true);
  client = await pool.connect();
  expect(await count()).toBe(0);
});

it('copies over a connection that pipelines, which does so again afterwards', async () => {
  const pipelining = createPool(database.connectionString, {
    max: 1,
    applicationName: 'copy-in-test',
    pipeline: true,
  });
  const own = (await pipelining.connect()) as PoolClient & Client;
  await copyIn(own, COPY, ['1\tum\n']);
  expect(own.pipeline).toBe(true);
  const [counted, second] = await Promise.all([
    own.query<{ count: number }>('select count(*)::int as count from line'),
    own.query<{ two: number }>('select 2 as two'),
  ]);
  expect([counted.rows, second.rows]).toEqual([[{ count: 1 }], [{ two: 2 }]]);
  own.release();
  await pipelining.end();
});
