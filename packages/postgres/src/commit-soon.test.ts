import { connect, createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { listenLocally } from '@lacre/test-support';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { commitSoon } from './commit-soon.ts';
import { createPool } from './pool.ts';
import { createTestDatabase } from './testing/index.ts';

let admin: Pool;
let pool: Pool;
let line: Server;
let writes: string[] = [];
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  ({ drop } = database);
  admin = createPool(database.connectionString, { max: 1, applicationName: 'admin' });
  const url = new URL(database.connectionString);
  const port = Number(url.port);
  // What arrives at once was written at once.
  line = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.setNoDelay(true).on('data', (bytes) => {
      writes.push(bytes.toString('latin1'));
      far.write(bytes);
    });
    far.setNoDelay(true).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  url.port = String(await listenLocally(line));
  pool = createPool(url.href, { max: 1, applicationName: 'late', pipeline: true });
});

afterAll(async () => {
  await pool.end();
  line.close();
  await admin.end();
  await drop();
});

const openTransactions = async (): Promise<number> => {
  const { rows } = await admin.query<{ open: bigint }>(
    `select count(*) as open from pg_stat_activity where application_name = 'late' and xact_start is not null`,
  );
  return Number(rows[0]?.open);
};

it('commits in the write of the next statement, which runs outside the transaction', async () => {
  const client = await pool.connect();
  await client.query("begin; set local lacre.tenant = 'one'");
  writes = [];
  commitSoon(client);
  client.release();
  const { rows } = await pool.query<{ tenant: string }>(
    `select current_setting('lacre.tenant', true) as tenant`,
  );
  expect(rows).toEqual([{ tenant: '' }]);
  expect(writes).toHaveLength(1);
  expect(writes[0]).toMatch(/commit[^]*select current_setting/);
});

it('commits by itself where nothing is asked', async () => {
  const client = await pool.connect();
  await client.query('begin');
  commitSoon(client);
  client.release();
  await expect.poll(openTransactions).toBe(0);
});

it('leaves a connection that broke meanwhile to the pool', async () => {
  const client = await pool.connect();
  await client.query('begin');
  commitSoon(client);
  client.release();
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'late'`);
  await pause(20);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
