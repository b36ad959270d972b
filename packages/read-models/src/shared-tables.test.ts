import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { QUERY_ROLE } from './access.ts';
import { migrateSharedTables } from './shared-tables.ts';
import { tokenUse } from './tables/service-tables.ts';
import { columnsInDatabase, declaredColumns } from './testing/index.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 4, applicationName: 'shared-tables-test' });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a table that an earlier release made stays, with its rows', async () => {
  await pool.query(
    `create schema command; create table command.token_use (
       token_id uuid primary key, tenant_id uuid not null, last_used_at timestamptz not null);
     insert into command.token_use values (gen_random_uuid(), gen_random_uuid(), now());`,
  );
  await Promise.all([migrateSharedTables(pool), migrateSharedTables(pool)]);
  expect((await pool.query('select * from command.token_use')).rowCount).toBe(1);
  expect(await columnsInDatabase(pool, tokenUse)).toEqual(declaredColumns(tokenUse));
});

test('the query role reads the rows of the tenant it names, and none without', async () => {
  const tenant = crypto.randomUUID();
  await pool.query(`insert into command.token_use values (gen_random_uuid(), '${tenant}', now())`);
  const client = await pool.connect();
  try {
    await client.query(`begin; set local role ${QUERY_ROLE}`);
    expect((await client.query('select * from command.token_use')).rowCount).toBe(0);
    await client.query(`set local lacre.tenant_id = '${tenant}'`);
    expect((await client.query('select * from command.token_use')).rowCount).toBe(1);
    await client.query('rollback');
  } finally {
    client.release();
  }
});
