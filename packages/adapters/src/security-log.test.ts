import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SecurityEntry } from '@lacre/http';
import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { securityEntry } from '@lacre/read-models';
import { columnsInDatabase, declaredColumns } from '@lacre/read-models/testing';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { RotatingFile } from './rotating-file.ts';
import { migrateSecurityLog, PostgresSecurityLog } from './security-log.ts';

let database: TestDatabase;
let pool: Pool;
let written: string[] = [];
let log: PostgresSecurityLog;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 4, applicationName: 'security-log-test' });
  await Promise.all([migrateSecurityLog(pool), migrateSecurityLog(pool)]);
  log = new PostgresSecurityLog({
    pool,
    digestKey: Buffer.alloc(32, 1),
    write: (line) => void written.push(line),
    logger: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await log.close();
  await pool.end();
  await database.drop();
});

it('has its table in the database as it is declared for queries', async () => {
  expect(await columnsInDatabase(pool, securityEntry)).toEqual(declaredColumns(securityEntry));
});

const entry = (more: Partial<SecurityEntry> = {}): SecurityEntry => ({
  at: new Date(),
  kind: 'refused',
  operation: 'listUsers',
  status: 403,
  code: 'AUTH_USER_WITHOUT_PERMISSION',
  tenantId: undefined,
  caller: undefined,
  address: '203.0.113.7',
  requestId: randomUUID(),
  ...more,
});
const rowsOf = async (tenantId: string) =>
  (await pool.query('select * from security.entry where tenant_id = $1 order by id', [tenantId])).rows;
const lines = () => written.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>);

it('keeps lines of a tenant in the database, and all of them in the stream, without addresses', async () => {
  const tenantId = randomUUID();
  const caller = { kind: 'user', id: randomUUID(), tokenId: randomUUID() } as const;
  log.note(entry({ tenantId, caller }));
  log.note(entry());
  await log.flush();
  const [row, ...others] = await rowsOf(tenantId);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ kind: 'refused', caller_id: caller.id, token_id: caller.tokenId, times: 1 });
  expect(lines()).toHaveLength(2);
  expect(
    Object.values(row as object)
      .map(String)
      .join(' '),
  ).not.toContain('203.0.113');
});

it('knows one source again, and no address by it', async () => {
  const tenantId = randomUUID();
  for (const address of ['203.0.113.7', '203.0.113.8']) log.note(entry({ tenantId, address }));
  await log.flush();
  log.note(entry({ tenantId }));
  await log.flush();
  const sources = (await rowsOf(tenantId)).map(({ source }) => source as string);
  expect(new Set(sources).size).toBe(2);
  expect(sources[0]).toBe(sources[2]);
  expect(written.join('')).not.toContain('203.0.113');
  lines();
});

it('counts repeats in one entry, and of a flood only the number', async () => {
  const [flooded, quiet] = [randomUUID(), randomUUID()];
  for (let times = 0; times < 500; times += 1) log.note(entry({ tenantId: quiet }));
  for (let host = 0; host < 5_000; host += 1)
    log.note(entry({ tenantId: flooded, address: `2001:db8:${host.toString(16)}::/64` }));
  for (let host = 0; host < 50_000; host += 1)
    log.note(entry({ address: `10.0.${host >> 8}.${host & 255}` }));
  await log.flush();
  expect((await rowsOf(quiet)).map(({ times }) => times as number)).toEqual([500]);
  const kept = await rowsOf(flooded);
  expect(kept).toHaveLength(101);
  expect(kept.reduce((sum, { times }) => sum + (times as number), 0)).toBe(5_000);
  // One line for the quiet tenant, 101 for the other, 101 for strangers.
  expect(lines()).toHaveLength(203);
});

it('drops old entries, and those beyond the newest of each tenant', async () => {
  const [busy, other] = [randomUUID(), randomUUID()];
  for (let n = 0; n < 20; n += 1) log.note(entry({ tenantId: busy, address: `10.0.0.${n}` }));
  log.note(entry({ tenantId: other }));
  log.note(entry({ tenantId: other, kind: 'limited', at: new Date(Date.now() - 91 * 86_400_000) }));
  await log.flush();
  await log.trim(10);
  expect(await rowsOf(busy)).toHaveLength(10);
  expect((await rowsOf(other)).map(({ kind }) => kind as string)).toEqual(['refused']);
  lines();
});

it('fails no request when the database or the stream is away', async () => {
  const broken = createPool('postgres://nobody@127.0.0.1:1/none', { max: 1, applicationName: 'away' });
  const away = new PostgresSecurityLog({
    pool: broken,
    digestKey: Buffer.alloc(32, 1),
    write: () => {
      throw new Error('ENOSPC');
    },
    logger: pino({ level: 'silent' }),
  });
  away.note(entry({ tenantId: randomUUID() }));
  await expect(away.close()).resolves.toBeUndefined();
  await broken.end();
});

it('writes a file that does not grow beyond its size', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lacre-security-log-'));
  const path = join(folder, 'security.log');
  for (const opened of [1, 2]) {
    const file = new RotatingFile(path, { maxBytes: 1000, kept: 2 });
    for (let line = 0; line < 50; line += 1) file.write(`${opened} ${String(line).padStart(90, '.')}\n`);
  }
  const names = (await readdir(folder)).toSorted();
  expect(names).toEqual(['security.log', 'security.log.1', 'security.log.2']);
  for (const name of names) expect((await stat(join(folder, name))).size).toBeLessThanOrEqual(1000);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, 'utf8')).toContain('49\n');
  await rm(folder, { recursive: true });
});
