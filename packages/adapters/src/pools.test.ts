import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { connectSession, createPool } from '@lacre/postgres';
import { byTcp, createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { poolOpener } from './pools.ts';

const ROLE = `pools_test_${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'lacre-pools-'));
const file = join(folder, 'database-url');
let database: TestDatabase;
let owner: Pool;

/** The role's address, as its password stands in a file. */
function addressWith(password: string): string {
  const url = byTcp(database.connectionString);
  url.username = ROLE;
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Gives the role another password, and ends its connections. */
async function changePassword(password: string): Promise<void> {
  await owner.query(`alter role ${ROLE} password '${password}'`);
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [ROLE]);
}

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createPool(database.connectionString, { max: 1, applicationName: 'owner' });
  await owner.query(`create role ${ROLE} login password 'first'`);
});
afterAll(async () => {
  await owner.query(`drop role ${ROLE}`);
  await owner.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('takes a password that was changed from the file that gives the address', async () => {
  vi.stubEnv('DATABASE_URL_FILE', file);
  writeFileSync(file, addressWith('first'));
  const open = poolOpener(
    { DATABASE_URL: addressWith('first'), DATABASE_DIRECT_URL: undefined },
    { info: () => {}, warn: () => {} },
  );
  const pool = open('pools-test', 1);
  const whoAmI = async () => (await pool.query('select current_user as role')).rows;
  try {
    expect(await whoAmI()).toEqual([{ role: ROLE }]);
    await changePassword('a second: @ 100%');
    await expect.poll(() => pool.totalCount).toBe(0);
    await expect(whoAmI()).rejects.toMatchObject({ code: '28P01' });
    // While it is being written, the former one is tried.
    writeFileSync(file, 'postgres://%');
    await expect(whoAmI()).rejects.toMatchObject({ code: '28P01' });
    writeFileSync(file, `${addressWith('a second: @ 100%')}\n`);
    expect(await whoAmI()).toEqual([{ role: ROLE }]);
    const session = await connectSession(pool);
    expect((await session.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await session.end();
  } finally {
    await pool.end();
  }
});
