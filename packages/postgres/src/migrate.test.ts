import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { migrate, MigrationConflict, SchemaMismatch } from './migrate.ts';
import { createPool } from './pool.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 8, applicationName: 'migrate-test' });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const first = { id: '001-person', sql: 'create table person (id int primary key)' };
const second = {
  id: '002-name',
  sql: `alter table person add name text not null default 'x'; create index on person (name)`,
};

test('migrations run in order, once, in their schema', async () => {
  expect(await migrate(pool, { schema: 'once', migrations: [first] })).toEqual([first.id]);
  expect(await migrate(pool, { schema: 'once', migrations: [first, second] })).toEqual([second.id]);
  expect(await migrate(pool, { schema: 'once', migrations: [first, second] })).toEqual([]);
  await pool.query('insert into once.person (id) values (1)');
  expect((await pool.query('select * from once.person')).rows).toEqual([{ id: 1, name: 'x' }]);
});

test('eight processes that migrate at once apply each migration once', async () => {
  const applied = await Promise.all(
    Array.from({ length: 8 }, () => migrate(pool, { schema: 'race', migrations: [first, second] })),
  );
  expect(applied.flat()).toEqual([first.id, second.id]);
});

test('an applied migration that was edited is refused', async () => {
  await migrate(pool, { schema: 'edited', migrations: [first] });
  const edited = { ...first, sql: `${first.sql} -- edited` };
  await expect(migrate(pool, { schema: 'edited', migrations: [edited] })).rejects.toThrow(MigrationConflict);
});

test('a migration put before an applied one is refused', async () => {
  await migrate(pool, { schema: 'order', migrations: [first] });
  const earlier = { id: '000-earlier', sql: 'create table earlier ()' };
  await expect(migrate(pool, { schema: 'order', migrations: [earlier, first] })).rejects.toThrow(
    /put before/,
  );
});

test('a migration that fails is rolled back whole', async () => {
  const broken = { id: '002-broken', sql: 'create table half (); select 1 / 0' };
  await expect(migrate(pool, { schema: 'broken', migrations: [first, broken] })).rejects.toThrow(
    /002-broken/,
  );
  const { rows } = await pool.query(`select id from broken.migrations`);
  expect(rows).toEqual([{ id: first.id }]);
  expect((await pool.query(`select to_regclass('broken.half') as half`)).rows).toEqual([{ half: null }]);
});

test('migrations a newer release applied are left alone', async () => {
  await migrate(pool, { schema: 'newer', migrations: [first, second] });
  expect(await migrate(pool, { schema: 'newer', migrations: [first] })).toEqual([]);
});

test('a pool that only checks changes nothing, and says whether the database is behind or ahead', async () => {
  const checking = createPool(database.connectionString, {
    max: 2,
    applicationName: 'migrate-check',
    migrations: 'check',
  });
  const check = (...migrations: (typeof first)[]) => migrate(checking, { schema: 'checked', migrations });
  try {
    await expect(check(first)).rejects.toThrow(
      new SchemaMismatch(
        'o banco de dados está atrás desta versão do Lacre: no esquema checked falta 001-person. Rode antes: lacre migrate',
      ),
    );
    const { rows } = await pool.query(`select from pg_namespace where nspname = 'checked'`);
    expect(rows).toEqual([]);
    await migrate(pool, { schema: 'checked', migrations: [first] });
    expect(await check(first)).toEqual([]);
    await expect(check(first, second)).rejects.toThrow(/atrás .* falta 002-name/);
    await migrate(pool, { schema: 'checked', migrations: [first, second] });
    await expect(check(first)).rejects.toThrow(/à frente .* não conhece 002-name/);
    await expect(check({ ...first, sql: 'select 1' }, second)).rejects.toThrow(MigrationConflict);
  } finally {
    await checking.end();
  }
});
