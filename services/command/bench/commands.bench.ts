/**
 * Commands per second end to end over HTTP, against the single-insert commit rate of the same database in the same
 * run: `node bench/commands.bench.ts [--quick] [--json]`. `BENCH_DATABASE_URL` names a Postgres server; without it an
 * embedded one is started for the run.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { MemoryBlobStore } from '@lacre/blob-store';
import type { AnswerOf } from '@lacre/contracts';
import { cnpjOf } from '@lacre/contracts/testing';
import type { EventStore, Expected } from '@lacre/event-store';
import { openSecrets } from '@lacre/personal-data/secrets';
import { openTestLog, TEST_MASTER_KEY } from '@lacre/personal-data/testing';
import { createPool, dropDatabase, ensureDatabase, startEmbeddedPostgres } from '@lacre/postgres';
import type { Pool } from 'pg';
import pino from 'pino';

import { buildCommandApp, createCommandService } from '../src/index.ts';
import { load, type LoadJob, type LoadOutcome } from './http-load.ts';

const CLIENTS = [1, 8, 32];
/** What one request appends, so many commits it cannot do without. */
const APPENDS = { editCompany: 1, createPerson: 2 } as const;
type Operation = keyof typeof APPENDS;

interface Figure {
  clients: number;
  insertsPerSecond: number;
  /** Of the event store alone, one event each, to as many streams as clients: what no command can exceed. */
  appendsPerSecond: number;
  commandsPerSecond: Record<Operation, number>;
  /** Commands per second in parts of inserts per second. */
  ratio: Record<Operation, number>;
  p50Ms: Record<Operation, number>;
  p99Ms: Record<Operation, number>;
}

const isQuick = process.argv.includes('--quick');
const seconds = isQuick ? 1 : 4;
const rounds = isQuick ? 2 : 4;

/** Inserts per second of `clients` connections, each committing one row at a time. */
async function insertRate(pool: Pool, clients: number): Promise<number> {
  const payload = JSON.stringify({
    companyName: 'Padaria',
    tradingName: 'Real',
    city: 'Recife',
    filler: 'x'.repeat(400),
  });
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let done = 0;
  async function client(): Promise<void> {
    const connection = await pool.connect();
    while (performance.now() < endsAt) {
      await connection.query({
        name: 'bench',
        text: 'insert into bench (payload) values ($1)',
        values: [payload],
      });
      done++;
    }
    connection.release();
  }
  await Promise.all(Array.from({ length: clients }, client));
  return done / ((performance.now() - startedAt) / 1000);
}

/** Appends per second of `clients`, each to a stream of its own, without HTTP and without a decision. */
async function appendRate(eventStore: EventStore, clients: number): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let done = 0;
  async function client(): Promise<void> {
    const stream = `bench-${randomUUID()}`;
    let expected: Expected = 'noStream';
    while (performance.now() < endsAt) {
      const metadata = { occurredAt: new Date().toISOString(), correlationId: stream, schemaVersion: 1 };
      const data = { companyName: 'Padaria', tradingName: 'Real', city: 'Recife', filler: 'x'.repeat(300) };
      const event = { id: randomUUID(), type: 'Bench', data, metadata };
      expected = (await eventStore.append(stream, [event], { expected })).revision;
      done++;
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  return done / ((performance.now() - startedAt) / 1000);
}

async function measure(connectionString: string): Promise<Figure[]> {
  const pool = createPool(connectionString, { max: 40, applicationName: 'bench' });
  const servicePool = createPool(connectionString, { max: 10, applicationName: 'bench-command' });
  const logPool = createPool(connectionString, { max: 16, applicationName: 'bench-log' });
  const log = await openTestLog(logPool);
  const { eventStore, bareStore, personalData } = log;
  const service = await createCommandService({
    eventStore,
    personalData,
    pool: servicePool,
    mailer: { send: () => Promise.resolve() },
    blobs: new MemoryBlobStore(),
    logger: pino({ level: 'warn' }),
    digestKey: Buffer.alloc(32, 1),
    proofSecret: Buffer.alloc(32, 2),
    identitySecret: [Buffer.alloc(32, 3)],
    publicUrl: 'http://127.0.0.1',
    initialCredits: 100,
    secrets: await openSecrets(servicePool, [Buffer.from(TEST_MASTER_KEY)]),
  });
  const app = await buildCommandApp(service, { trustedProxies: 0 });
  await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    await pool.query(
      'create table bench (id bigint generated always as identity primary key, payload json not null)',
    );
    const address = app.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const prepared = await prepare(address.port);
    const figures: Figure[] = [];
    for (const clients of CLIENTS)
      figures.push(await compare(pool, bareStore, targets(address.port, prepared), clients));
    return figures;
  } finally {
    await app.close();
    await service.close();
    await log.close();
    await logPool.end();
    await servicePool.end();
    await pool.end();
  }
}

/** A signed-in administrator and a company for each client. */
async function prepare(port: number) {
  async function post<Answer>(path: string, body: unknown, token?: string): Promise<Answer> {
    const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return (await reply.json()) as Answer;
  }
  const administrator = { name: 'Ana', email: 'ana@exemplo.com.br', password: 'correta-senha' };
  await post('/tenant', { tenant: { name: 'Conta', domain: 'conta' }, administrator });
  const { email, password } = administrator;
  const { token } = await post<AnswerOf<'signIn'>>('/session', { email, password });
  const companyIds: string[] = [];
  for (let n = 0; n < Math.max(...CLIENTS); n++) {
    const body = { cnpj: cnpjOf(n), companyName: 'Padaria' };
    companyIds.push((await post<AnswerOf<'createCompany'>>('/company', body, token)).companyId);
  }
  return { token, companyIds };
}

type Target = Omit<LoadJob, 'clients' | 'seconds' | 'firstNumber'>;

/** What is asked of the API: each client edits a company of its own. */
function targets(port: number, prepared: { token: string; companyIds: string[] }): Record<Operation, Target> {
  const { token, companyIds } = prepared;
  const edited = {
    companyName: 'Padaria %n',
    tradingName: 'Real',
    email: 'contato@exemplo.com.br',
    city: 'Recife',
  };
  const person = { cpf: '%cpf', name: 'Pessoa %n', email: 'p%n@exemplo.com.br' };
  return {
    editCompany: {
      port,
      token,
      method: 'PATCH',
      paths: companyIds.map((id) => `/api/company/${id}`),
      body: JSON.stringify(edited),
    },
    createPerson: { port, token, method: 'POST', paths: ['/api/person'], body: JSON.stringify(person) },
  };
}

let firstNumber = 0;

/** Interleaves the three measurements, round by round, so that a busy moment of the machine falls on all of them. */
async function compare(
  pool: Pool,
  eventStore: EventStore,
  asked: Record<Operation, Target>,
  clients: number,
): Promise<Figure> {
  const inserts: number[] = [];
  const appends: number[] = [];
  const outcomes: Record<Operation, LoadOutcome[]> = { editCompany: [], createPerson: [] };
  for (let round = -1; round < rounds; round++) {
    const rate = await insertRate(pool, clients);
    const appended = await appendRate(eventStore, clients);
    // The first round warms up.
    if (round >= 0) inserts.push(rate);
    if (round >= 0) appends.push(appended);
    for (const operation of Object.keys(APPENDS) as Operation[]) {
      firstNumber += 1_000_000;
      const outcome = await load({ ...asked[operation], clients, seconds, firstNumber });
      if (round >= 0) outcomes[operation].push(outcome);
    }
  }
  const insertsPerSecond = median(inserts);
  const each = <Value>(of: (operation: Operation) => Value) => ({
    editCompany: of('editCompany'),
    createPerson: of('createPerson'),
  });
  const commandsPerSecond = each((operation) => median(outcomes[operation].map((o) => o.done / o.seconds)));
  return {
    clients,
    insertsPerSecond,
    appendsPerSecond: median(appends),
    commandsPerSecond,
    ratio: each((operation) => commandsPerSecond[operation] / insertsPerSecond),
    p50Ms: each((operation) => median(outcomes[operation].map(({ p50 }) => p50))),
    p99Ms: each((operation) => median(outcomes[operation].map(({ p99 }) => p99))),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function report(figures: readonly Figure[]): string {
  const rows = figures.flatMap((figure) =>
    (Object.keys(APPENDS) as Operation[]).map((operation) =>
      [
        String(figure.clients).padStart(7),
        operation.padEnd(12),
        String(APPENDS[operation]).padStart(7),
        figure.commandsPerSecond[operation].toFixed(0).padStart(10),
        figure.appendsPerSecond.toFixed(0).padStart(9),
        figure.insertsPerSecond.toFixed(0).padStart(9),
        `${(figure.ratio[operation] * 100).toFixed(0)} %`.padStart(6),
        figure.p50Ms[operation].toFixed(1).padStart(8),
        figure.p99Ms[operation].toFixed(1).padStart(8),
      ].join('  '),
    ),
  );
  return [
    'clients  command       appends  commands/s  appends/s  inserts/s   ratio    p50 ms    p99 ms',
    ...rows,
  ].join('\n');
}

async function withServer(work: (serverUrl: string) => Promise<void>): Promise<void> {
  const given = process.env['BENCH_DATABASE_URL'];
  if (given !== undefined) return work(given);
  const dataDir = await mkdtemp(join(tmpdir(), 'lacre-bench-'));
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    await work(server.connectionString());
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const [busy = 0] = loadavg();
if (busy > 1) process.stderr.write(`the machine is busy (load ${busy.toFixed(1)}): figures will be low\n`);
await withServer(async (serverUrl) => {
  const name = `bench_${process.pid}`;
  const connectionString = await ensureDatabase(serverUrl, name);
  try {
    const figures = await measure(connectionString);
    process.stdout.write(`${process.argv.includes('--json') ? JSON.stringify(figures) : report(figures)}\n`);
  } finally {
    await dropDatabase(serverUrl, name);
  }
});
