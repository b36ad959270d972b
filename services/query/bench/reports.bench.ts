/**
 * Reports of an account of a million processes, two a minute: `node reports.bench.ts [--quick] [--json]`. Of each choice of
 * months the pages of the database that it touches and its milliseconds. Read tables are filled by SQL.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEmbeddedPostgres } from '@lacre/postgres';

import { filledIds, fillReports } from '../src/testing/fill-read-tables.ts';
import { ListStage, type Asked } from '../src/testing/list-stage.ts';

const has = (flag: string): boolean => process.argv.includes(flag);
const PROCESSES = has('--quick') ? 20_000 : 1_000_000;
const STEP = has('--quick') ? 20_000 : 50_000;
const PERSONS = PROCESSES / 5;
const ROUNDS = has('--quick') ? 3 : 20;

const quantile = (sorted: readonly number[], q: number): number =>
  Math.round(10 * (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0)) / 10;

async function measured(stage: ListStage, asked: Asked, tenantId: string) {
  const pages = await stage.buffersOf(asked, tenantId);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    await stage.ask(asked, tenantId);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  return { pages, p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}

const folder = mkdtempSync(join(tmpdir(), 'lacre-reports-bench-'));
const server = await startEmbeddedPostgres({ dataDir: folder });
const stage = await ListStage.open(server.connectionString('postgres'));
const tenantId = randomUUID();
const { companyIds } = filledIds(tenantId);
for (let filled = 0; filled < PROCESSES; filled += STEP)
  await fillReports(stage.pool, { tenantId, processes: STEP, persons: PERSONS }, filled);
await stage.pool.query('vacuum analyze');

const report = (query: object): Asked => ({ operation: 'report', query });
const choices: Record<string, Asked> = {
  'one month': report({ fromMonth: '2024-03', toMonth: '2024-03' }),
  'a year': report({ fromMonth: '2024-01', toMonth: '2024-12' }),
  'five years': report({ fromMonth: '2020-01', toMonth: '2024-12' }),
  'a year of one company': report({
    fromMonth: '2024-01',
    toMonth: '2024-12',
    companyId: companyIds[0],
  }),
  'a year, for a common user': { ...report({ fromMonth: '2024-01', toMonth: '2024-12' }), by: 'common' },
};
const figures: Record<string, Awaited<ReturnType<typeof measured>>> = {};
for (const [name, asked] of Object.entries(choices)) figures[name] = await measured(stage, asked, tenantId);
if (has('--json'))
  process.stdout.write(`${JSON.stringify({ processes: PROCESSES, load: loadavg()[0], figures })}\n`);
else {
  console.log(`${PROCESSES} processes, load ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, { pages, p50Ms, p95Ms }] of Object.entries(figures))
    console.log(name.padEnd(28), `${pages} pages, ${p50Ms} ms (p50), ${p95Ms} ms (p95)`);
}
await stage.close();
await server.stop();
rmSync(folder, { recursive: true, force: true });
