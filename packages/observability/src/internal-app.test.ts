import { tmpdir } from 'node:os';

import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { certificateCheck, databaseCheck, diskCheck, logCheck } from './checks.ts';
import { buildInternalApp } from './internal-app.ts';
import { Metrics } from './metrics.ts';
import { Readiness, type Check } from './readiness.ts';

let database: TestDatabase;
let pool: Pool;
let checks: Check[];
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 2, applicationName: 'observed' });
  const store = await createPostgresEventStore({ pool });
  checks = [databaseCheck(pool), logCheck(store), diskCheck(tmpdir(), 1)];
});
afterAll(async () => {
  if (!pool.ended) await pool.end();
  await database.drop();
});

const DAY_MS = 86_400_000;
const endingIn = (days: number) =>
  certificateCheck('seal-certificate', async () => new Date(Date.now() + (days + 0.5) * DAY_MS));

function appWith(given: readonly Check[], fill: (metrics: Metrics) => void = () => {}): FastifyInstance {
  const [metrics, readiness] = [new Metrics('test'), new Readiness(given)];
  metrics.addReadiness(readiness);
  fill(metrics);
  return buildInternalApp({ log: pino({ level: 'silent' }), metrics, readiness });
}

async function readyz(given: readonly Check[]) {
  const reply = await appWith(given).inject('/readyz');
  return [reply.statusCode, reply.json<unknown>()];
}

it('is ready with what it needs, and warns of a certificate that ends soon', async () => {
  expect(await readyz([...checks, endingIn(12)])).toEqual([
    200,
    {
      ready: true,
      checks: [
        { name: 'database', ok: true },
        { name: 'log', ok: true },
        { name: 'disk', ok: true, detail: expect.stringMatching(/^\d+ MiB livres$/) as string },
        { name: 'seal-certificate', ok: true, detail: 'vence em 12 dias' },
      ],
    },
  ]);
});

it('is not ready without room on its disk, or with a certificate that has ended', async () => {
  expect(await readyz([diskCheck(tmpdir(), Number.MAX_SAFE_INTEGER), endingIn(-2)])).toEqual([
    503,
    {
      ready: false,
      checks: [
        { name: 'disk', ok: false, detail: expect.stringMatching(/^\d+ MiB livres$/) as string },
        { name: 'seal-certificate', ok: false, detail: 'venceu' },
      ],
    },
  ]);
});

it('measures answers by operation and status, and goes without a value that cannot be had', async () => {
  const app = appWith(checks, (metrics) => {
    metrics.addPools({ own: pool });
    metrics.addDisk(tmpdir());
    metrics.onAnswered({ operation: 'createProcess', status: 201, seconds: 0.02 });
    metrics.onAnswered({ operation: undefined, status: 404, seconds: 0.001 });
    metrics.add({
      name: 'lacre_lost',
      help: 'Is not there.',
      ask: async () => {
        throw new Error('away');
      },
    });
  });
  const reply = await app.inject('/metrics');
  expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  const valueOf = (name: string, ...labels: string[]): number | undefined => {
    const found = reply.body
      .split('\n')
      .find((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)));
    return found === undefined ? undefined : Number(found.slice(found.lastIndexOf(' ')));
  };
  const [answers, created] = ['lacre_http_answer_duration_seconds', 'operation="createProcess",status="201"'];
  expect([
    valueOf(`${answers}_count`, created),
    valueOf(`${answers}_bucket`, 'le="0.01"', created),
    valueOf(`${answers}_bucket`, 'le="0.025"', created),
    valueOf(`${answers}_count`, 'operation="none",status="404"'),
    valueOf('lacre_check_ok', 'check="database"', 'service="test"'),
    valueOf('lacre_lost'),
  ]).toEqual([1, 0, 1, 1, 1, undefined]);
  for (const name of ['lacre_database_connections', 'lacre_disk_free_bytes', 'process_cpu_seconds_total'])
    expect(valueOf(name)).toBeGreaterThanOrEqual(0);
});

// Last: it takes the database away.
it('lives on without its database, and says that it is not ready', async () => {
  await pool.end();
  expect(await readyz(checks.slice(0, 2))).toEqual([
    503,
    {
      ready: false,
      checks: [
        { name: 'database', ok: false, detail: 'indisponível' },
        { name: 'log', ok: false, detail: 'indisponível' },
      ],
    },
  ]);
  const alive = await appWith(checks).inject('/livez');
  expect([alive.statusCode, alive.json()]).toEqual([200, { live: true }]);
});
