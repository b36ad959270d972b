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

it('answers nothing that was read without the role that row-level security binds', async () => {
  const models = new ReadModels(pool, { waitFor: () => Promise.resolve() });
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
