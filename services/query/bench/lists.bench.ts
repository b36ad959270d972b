/**
 * Lists of an account that grows, as an administrator of it opens them, beside a thousand others in the same tables:
 * `node lists.bench.ts [--quick] [--json]`. Of each list the pages of the database that it touches and its milliseconds,
 * at each size. Read tables are filled by SQL; with `--long` up to a million processes.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEmbeddedPostgres } from '@lacre/postgres';

import { fillReadTables } from '../src/testing/fill-read-tables.ts';
import { DEEP_PAGES, FIRST_PAGES, ListStage, type Asked } from '../src/testing/list-stage.ts';

const has = (flag: string): boolean => process.argv.includes(flag);
const SIZES = has('--quick')
  ? [2_000, 4_000]
  : has('--long')
    ? [100_000, 500_000, 1_000_000]
    : [50_000, 100_000, 200_000];
const STEP = has('--quick') ? 2_000 : 50_000;
const [OTHERS, OF_EACH] = has('--quick') ? [5, 50] : [1_000, 50];
const ROUNDS = has('--quick') ? 3 : 15;
const PERSONS_PER_PROCESS = 0.2;

interface Figure {
  /** Pages of 8 kB. */
  pages: number;
  p50Ms: number;
  p95Ms: number;
}

const quantile = (sorted: readonly number[], q: number): number =>
  Math.round(10 * (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0)) / 10;

async function measured(stage: ListStage, list: Asked, tenantId: string): Promise<Figure> {
  const pages = await stage.buffersOf(list, tenantId);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    await stage.ask(list, tenantId);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  return { pages, p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}

const folder = mkdtempSync(join(tmpdir(), 'lacre-lists-bench-'));
const server = await startEmbeddedPostgres({ dataDir: folder });
const stage = await ListStage.open(server.connectionString('postgres'));
const tenantId = randomUUID();
for (let other = 0; other < OTHERS; other++)
  await fillReadTables(stage.pool, { tenantId: randomUUID(), processes: OF_EACH, persons: 10 });

const growth: Record<string, Record<number, Figure>> = {};
let filled = 0;
for (const size of SIZES) {
  for (; filled < size; filled += STEP)
    await fillReadTables(
      stage.pool,
      { tenantId, processes: STEP, persons: STEP * PERSONS_PER_PROCESS },
      filled,
    );
  await stage.pool.query('vacuum analyze');
  for (const [name, list] of Object.entries({ ...FIRST_PAGES, ...DEEP_PAGES }))
    (growth[name] ??= {})[size] = await measured(stage, list, tenantId);
  if (!has('--json')) console.log(`${size} processes, load ${loadavg()[0]?.toFixed(1)}`);
}
if (has('--json')) process.stdout.write(`${JSON.stringify({ sizes: SIZES, load: loadavg()[0], growth })}\n`);
else
  for (const [name, figures] of Object.entries(growth))
    console.log(
      name.padEnd(40),
      Object.values(figures)
        .map(({ pages, p95Ms }) => `${String(pages).padStart(7)} pages ${String(p95Ms).padStart(7)} ms`)
        .join('  '),
    );
await stage.close();
await server.stop();
rmSync(folder, { recursive: true, force: true });
