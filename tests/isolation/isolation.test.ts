import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';

import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Lacre } from '../support/lacre.ts';
import { isLong, keepFigures, seedOfRun } from '../support/long-form.ts';
import { PUSH_SERVICE } from '../support/push-subscription.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { Marks } from './marks.ts';
import { openTenant, type Tenant } from './tenants.ts';
import { UNKNOWN, walk, WALKED, type World } from './walk.ts';

const TENANTS = 20;
const OPENED_AT_ONCE = 5;
/** 100,000 in the full form (`npm run test:long -- isolation`). */
const REQUESTS = isLong ? 100_000 : 2_500;
/** What is asked for at most until a policy that is not there is noticed. */
const UNTIL_NOTICED = 3_000;

const random = seededRandom(seedOfRun());
const next = () => random.next();
let database: TestDatabase;
let pool: Pool;
let lacre: Lacre;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 2, applicationName: 'isolation' });
  lacre = await Lacre.create({
    ...PUSH_SERVICE,
    DATABASE_URL: database.connectionString,
    CREDITS_GRANT: '1000000',
    TRUSTED_PROXIES: '1',
    CNPJ_LOOKUP_URLS: 'off',
    CEP_LOOKUP_URLS: 'off',
  });
  await lacre.start();
  const marks = new Marks();
  const tenants: Tenant[] = [];
  while (tenants.length < TENANTS)
    tenants.push(
      ...(await Promise.all(
        Array.from({ length: OPENED_AT_ONCE }, () => openTenant(lacre.origin, marks, next)),
      )),
    );
  const log = () => readFileSync(join(lacre.dataDir, 'lacre.log'), 'utf8');
  world = { origin: lacre.origin, tenants, marks, log };
}, 600_000);
afterAll(async () => {
  await lacre.dispose();
  await pool.end();
  await database.drop();
});

it('has an entry for every operation', () => {
  expect(UNKNOWN).toEqual([]);
});

it(`shows no caller a foreign datum in ${REQUESTS} requests across ${TENANTS} tenants (seed ${random.seed})`, async () => {
  const begun = performance.now();
  const { findings, broken, failures, operations, statuses, named, requests } = await walk(world, next, {
    requests: REQUESTS,
  });
  expect(findings, inspect(findings.slice(0, 5), { depth: 5 })).toEqual([]);
  expect(broken.slice(0, 5), inspect(failures)).toEqual([]);
  // A walk that is refused everywhere, or never meets another tenant, shows nothing.
  expect(named).toBeGreaterThan(REQUESTS / 4);
  expect(statuses['2xx'] ?? 0).toBeGreaterThan(REQUESTS / 8);
  const untried = WALKED.filter(({ name }) => !operations.has(name)).map(({ name }) => name);
  expect(isLong ? untried : []).toEqual([]);
  keepFigures('isolation', {
    seed: random.seed,
    requests,
    tenants: TENANTS,
    operations: operations.size,
    'requests that name something of another tenant': named,
    'marks known': world.marks.size,
    statuses,
    'answers of 5xx, each foreseen': failures,
    findings: findings.length,
    seconds: Math.round((performance.now() - begun) / 1000),
  });
}, 3_600_000);

describe('without the policy of', () => {
  it.each(['process', 'company', 'person', 'template', 'feed_entry', 'user_account'])(
    '%s, it notices',
    async (view) => {
      const queries = WALKED.filter(({ kind }) => kind === 'query');
      const before = await policyOf(view);
      // Dropped alone, it would hide every row: without row-level security every caller sees all.
      await pool.query(`alter table ${before} disable row level security`);
      try {
        const { findings } = await walk(world, next, {
          requests: UNTIL_NOTICED,
          among: queries,
          until: (outcome) => outcome.findings.length > 0,
        });
        expect(findings.length).toBeGreaterThan(0);
      } finally {
        await pool.query(`alter table ${before} enable row level security`);
      }
    },
    120_000,
  );
});

/** The table behind a view of the read models, which has the policy `own_tenant`. */
async function policyOf(view: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_policies
      where schemaname = 'read' and policyname = 'own_tenant' and tablename ~ ('^' || $1 || '_v[0-9]+$')`,
    [view],
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`there is no policy of ${view}`);
  return found.name;
}
