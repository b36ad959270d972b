/**
 * Searching among 100,000 processes of one tenant, as the list of processes does it, beside a plain `like` over the same
 * words without an index: `node search.bench.ts [--quick] [--json]`. Milliseconds; with `--quick`, 5,000 processes.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { streams, type DataOf } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import type { NewEvent } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { createPool, startEmbeddedPostgres } from '@lacre/postgres';
import { startProjections } from '@lacre/projector';
import { newEvent, plannedProcess } from '@lacre/projector/testing';
import pino from 'pino';

import { anyOf } from '../src/reading/any-of.ts';
import { ProjectionWatch } from '../src/reading/projection-watch.ts';
import { ReadModels } from '../src/reading/read-models.ts';
import { migrateQuery } from '../src/reading/schema.ts';
import { processPage, type ProcessPageQuery } from '../src/views/process-page.ts';
import { summaryOf, wholeProcesses } from '../src/views/process-views.ts';

const isQuick = process.argv.includes('--quick');
const PROCESSES = isQuick ? 5_000 : 100_000;
const ROUNDS = isQuick ? 3 : 15;
const tenantId = randomUUID();

const FIRST =
  'Ana Maria João José Pedro Paulo Lucas Carla Bruna Rita Rui Eva Leo Bia Davi Nina Hugo Taís'.split(' ');
const LAST =
  'Silva Souza Lima Santos Costa Pereira Alves Rocha Dias Melo Nunes Pinto Reis Moura Campos'.split(' ');
const KINDS = 'Contrato Aditivo Procuração Termo Locação Venda Compra Prestação Distrato Acordo'.split(' ');
/** The same processes in every run. */
const pick = (from: readonly string[], seed: number): string => from[seed % from.length] ?? '';

function planned(n: number): DataOf<'ProcessCreated'> {
  const mixed = Math.imul(n + 1, 0x9e37_79b1) >>> 0;
  const person = (k: number) => ({
    name: `${pick(FIRST, mixed >>> k)} ${pick(LAST, mixed >>> (k + 3))} ${pick(LAST, mixed >>> (k + 7))}`,
    cpf: cpfOf((mixed % 90_000_000) + k),
  });
  return plannedProcess({
    tenantId,
    summary: `${pick(KINDS, mixed)} de ${pick(KINDS, mixed >>> 5)} número ${n}`,
    companyName: `${pick(LAST, mixed >>> 9)} e ${pick(FIRST, mixed >>> 11)} Ltda`,
    documents: [`${pick(KINDS, mixed >>> 2).toLowerCase()}_${n}.pdf`],
    participants: [person(1), person(4), person(8)],
  });
}

const folder = mkdtempSync(join(tmpdir(), 'lacre-search-bench-'));
const server = await startEmbeddedPostgres({ dataDir: folder });
const pool = createPool(server.connectionString('postgres'), {
  max: 10,
  applicationName: 'bench',
  pipeline: true,
});
const logger = pino({ level: 'warn' });
const eventStore = createMemoryEventStore();
await migrateQuery(pool);
for (let n = 0; n < PROCESSES; n++) {
  const data = planned(n);
  const event: NewEvent = newEvent('ProcessCreated', data, {
    at: new Date(1_700_000_000_000 + n * 60_000).toISOString(),
  });
  await eventStore.append(streams.process(data.processId), [event], { expected: 'noStream' });
}
// COPY, by which they are built, does not pipeline.
const folding = createPool(server.connectionString('postgres'), { max: 6, applicationName: 'folding' });
const projections = await startProjections({ pool: folding, eventStore, logger });
await projections.caughtUp;
await pool.query(
  'create table plain_words as select tenant_id, words::text as words from read.process_search',
);
await pool.query('vacuum analyze');

const watch = new ProjectionWatch({ pool, eventStore, logger });
const models = new ReadModels(pool, watch);
const caller = {
  kind: 'user',
  sub: randomUUID(),
  tenantId,
  role: 'manager',
  name: 'X',
  companies: 'all',
} as Parameters<ReadModels['ofCaller']>[0];
const ask = (asked: Partial<ProcessPageQuery>) =>
  models.ofCaller(caller, { minPosition: undefined, projections: ['process', 'tag'] }, async (db) => {
    const page = await processPage(db, tenantId, { filter: 'all', page: 1, pageSize: 20, ...asked });
    if (page.processIds.length === 0) return page.total;
    const rows = await wholeProcesses(db).where('process_id', '=', anyOf(page.processIds)).execute();
    return rows.map(summaryOf).length === 0 ? 0 : page.total;
  });

const SEARCHES: Record<string, Partial<ProcessPageQuery>> = {
  'a person': { search: 'maria souza' },
  'a full name': { search: 'joão pereira lima' },
  'a common name': { search: 'silva' },
  'a CPF': { search: planned(777).participants[0]?.cpf ?? '' },
  'a company': { search: 'rocha e ana' },
  'a kind of document': { search: 'contrato' },
  'two kinds, without accents': { search: 'procuracao locacao' },
  'a number': { search: `${Math.floor(PROCESSES / 2)}` },
  'a file': { search: 'distrato_4' },
  'the beginning of a word': { search: 'per' },
  'a filter and a name': { search: 'nunes', filter: 'pending' },
  'a later page': { search: 'termo', page: 40 },
  'a month': {
    search: 'venda',
    createdFrom: '2023-12-01T00:00:00.000Z',
    createdBefore: '2024-01-01T00:00:00.000Z',
  },
  'no search': {},
  'nothing found': { search: 'xilofone' },
};

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const all: number[] = [];
const bySearch: Record<string, { matches: number; p50: number; p95: number }> = {};
for (const [name, asked] of Object.entries(SEARCHES)) {
  const matches = await ask(asked);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(() => ask(asked)));
  times.sort((a, b) => a - b);
  all.push(...times);
  bySearch[name] = { matches, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}
const plain: number[] = [];
for (let round = 0; round < ROUNDS; round++)
  for (const word of ['souza', 'contrato', 'xilofone'])
    plain.push(
      await timed(() =>
        pool.query('select count(*) from plain_words where tenant_id = $1 and words like $2', [
          tenantId,
          `%${word}%`,
        ]),
      ),
    );
all.sort((a, b) => a - b);
plain.sort((a, b) => a - b);
const figures = {
  processes: PROCESSES,
  load: loadavg()[0] ?? 0,
  p50Ms: quantile(all, 0.5),
  p95Ms: quantile(all, 0.95),
  plainLikeP50Ms: quantile(plain, 0.5),
  plainLikeP95Ms: quantile(plain, 0.95),
  ratioOfMedians: quantile(plain, 0.5) / quantile(all, 0.5),
  bySearch,
};
const rounded = JSON.parse(
  JSON.stringify(figures, (_key, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 10) / 10 : value,
  ),
) as typeof figures;
if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(rounded)}\n`);
else console.log(rounded);
await projections.stop();
await watch.close();
await Promise.all([pool.end(), folding.end()]);
await server.stop();
rmSync(folder, { recursive: true, force: true });
