import { randomUUID } from 'node:crypto';

import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { fillReadTables } from '../testing/fill-read-tables.ts';
import { DEEP_PAGES, FIRST_PAGES, ListStage, narrowedRecords } from '../testing/list-stage.ts';

/**
 * A list touches as many pages of the database among twice as many rows: of what it reads nothing grows with the account.
 * Counts, not times, which are the same on a busy machine.
 */
const PROCESSES = 25_000;
/** Statistics are drawn by lot, and a plan goes by them: the least of so many tries counts. */
const TRIES = 3;
const PERSONS = 8_000;
const COMPANIES = 3_000;
/** New entries of the search index that no vacuum has put in yet, at most 256 kB, are read by each search. */
const PENDING_PAGES = 40;
const tenantId = randomUUID();
const lists = { ...FIRST_PAGES, ...DEEP_PAGES, ...narrowedRecords(tenantId) };
/** So few match at this size that all are still counted: what is counted ends a thousand beyond the page. */
const COUNTED = new Set([
  'processes of a number',
  'processes rejected, few',
  'processes of a full name',
  'processes of a common word that wait',
  // Every person who is waited for.
  'report',
]);
let database: TestDatabase;
let stage: ListStage;
const touched = new Map<string, number[]>();

beforeAll(async () => {
  database = await createTestDatabase();
  stage = await ListStage.open(database.connectionString);
  for (const from of [0, PROCESSES]) {
    const filled = { tenantId, processes: PROCESSES, persons: PERSONS, moreCompanies: COMPANIES };
    await fillReadTables(stage.pool, filled, from);
    const tried: Record<string, number>[] = [];
    while (tried.length < TRIES) {
      await stage.pool.query('vacuum analyze');
      const pages: Record<string, number> = {};
      for (const [name, list] of Object.entries(lists)) {
        await stage.ask(list, tenantId);
        pages[name] = await stage.buffersOf(list, tenantId);
      }
      tried.push(pages);
    }
    for (const name of Object.keys(lists)) {
      const least = Math.min(...tried.map((pages) => pages[name] ?? 0));
      touched.set(name, [...(touched.get(name) ?? []), least]);
    }
  }
}, 300_000);
afterAll(async () => {
  await stage.close();
  await database.drop();
});

it.each(Object.keys(lists).filter((name) => !COUNTED.has(name)))('%s', (name) => {
  const [once = 0, twice = 0] = touched.get(name) ?? [];
  expect(once).toBeGreaterThan(0);
  // An index gains a level now and then; what grows with the rows doubles.
  expect(twice).toBeLessThan(1.5 * once + ('search' in (lists[name]?.query ?? {}) ? PENDING_PAGES : 5));
});

it.each([...COUNTED])('%s, of which every match is counted, touches no more than a page a match', (name) => {
  for (const pages of touched.get(name) ?? []) expect(pages).toBeLessThan(2_000);
});

it('of a search that finds nothing reads no process at all', () => {
  for (const pages of touched.get('processes with nothing found') ?? [])
    expect(pages).toBeLessThan(PENDING_PAGES + 20);
});
