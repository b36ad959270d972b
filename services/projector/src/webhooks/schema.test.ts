import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { webhookDelivery, webhookEndpoint } from '@lacre/read-models';
import { columnsInDatabase, declaredColumns } from '@lacre/read-models/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { migrateProjector } from '../engine/schema.ts';
import { migrateWebhooks } from './schema.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 2, applicationName: 'webhook-schema-test' });
  await migrateProjector(pool);
  await migrateWebhooks(pool);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test.each([
  [webhookEndpoint.name, webhookEndpoint],
  [webhookDelivery.name, webhookDelivery],
] as const)('%s is in the database as it is declared for queries', async (_name, table) => {
  expect(await columnsInDatabase(pool, table)).toEqual(declaredColumns(table));
});
