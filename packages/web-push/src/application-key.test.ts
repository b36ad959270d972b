import { randomBytes, randomUUID } from 'node:crypto';

import { openSecrets, type Secrets } from '@lacre/personal-data/secrets';
import { createPool, migrate } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { currentPublicKey, findApplicationKey, newPrivateKey } from './application-key.ts';
import { FIRST_KEY_ID } from './first-key-id.ts';
import {
  listApplicationKeys,
  retireApplicationKeys,
  rotateApplicationKey,
} from './rotate-application-key.ts';
import { migratePush, pushMigrations } from './schema.ts';

let database: TestDatabase;
let pool: Pool;
let secrets: Secrets;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 4, applicationName: 'application-key' });
  secrets = await openSecrets(pool, [randomBytes(32)]);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

it('keeps the key and the subscriptions of a release that had one key', async () => {
  await migrate(pool, { schema: 'push', migrations: pushMigrations.slice(0, 1) });
  await secrets.keep(FIRST_KEY_ID, newPrivateKey());
  const before = await findApplicationKey(secrets, FIRST_KEY_ID);
  await pool.query(
    `insert into push.subscription (subscription_id, tenant_id, recipient_kind, recipient_id)
     values ($1, $2, 'user', $3)`,
    [randomUUID(), randomUUID(), randomUUID()],
  );
  await migratePush(pool);
  expect(await listApplicationKeys(pool)).toMatchObject([{ keyId: FIRST_KEY_ID, subscriptions: 1 }]);
  expect(await currentPublicKey({ pool, secrets })).toBe(before?.publicKey);
  await rotateApplicationKey({ pool, secrets });
  expect(await retireApplicationKeys({ pool, secrets })).toBe(0);
});

it('makes one key, however many processes are asked for it first', async () => {
  await migratePush(pool);
  const made = await Promise.all(Array.from({ length: 4 }, () => currentPublicKey({ pool, secrets })));
  expect(new Set(made).size).toBe(1);
  expect(await listApplicationKeys(pool)).toHaveLength(1);
});
