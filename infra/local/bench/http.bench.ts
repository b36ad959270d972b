/**
 * Commands and queries per second of the whole product over HTTP, beside a bare Fastify route in the same run:
 * `node http.bench.ts [--quick] [--json] [word of a figure's name…]`. Product, bare server and load generator are processes of their own.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { load, type LoadJob, type LoadOutcome } from '@lacre/command/bench/http-load';
import { SCOPES } from '@lacre/contracts';
import { cnpjOf, cpfOf } from '@lacre/contracts/testing';
import { freePort } from '@lacre/test-support';
import { PDFDocument } from 'pdf-lib';

const isQuick = process.argv.includes('--quick');
const WORDS = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const CLIENTS = isQuick ? [8] : [1, 8, 32];
const SECONDS = isQuick ? 1 : 2;
const ROUNDS = isQuick ? 2 : 3;
/** What lists page through. */
const COMPANIES = 32;
const PROCESSES = isQuick ? 30 : 200;

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** A child that says something once it is ready. */
async function child(file: string, flags: readonly string[], ready: RegExp): Promise<[ChildProcess, string]> {
  const started = spawn(process.execPath, [file, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CREDITS_GRANT: '100000', LOG_LEVEL: 'warn' },
  });
  for await (const line of createInterface({ input: started.stdout }))
    if (ready.test(line)) {
      started.stdout.resume();
      return [started, line];
    }
  throw new Error(`${file} ended before it was ready`);
}

async function end(process: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGTERM');
  await gone;
}

/** The secret of the link that confirms an address, once its mail is in the mailbox. */
async function confirmation(port: number, email: string): Promise<string> {
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/dev/mailbox/messages?to=${email}`);
    const { items } = (await reply.json()) as { items: { text: string }[] };
    const [, secret] = /#verify=([\w-]+)/.exec(items.map(({ text }) => text).join('\n')) ?? [];
    if (secret !== undefined) return secret;
    await pause(50);
  }
}

type Target = Omit<LoadJob, 'clients' | 'seconds' | 'firstNumber'>;

/** A tenant with something in its lists, and what is asked of it. */
async function targets(port: number): Promise<Record<string, Target>> {
  let token = '';
  async function send<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: {
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      body: body instanceof FormData ? body : JSON.stringify(body ?? {}),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return (reply.status === 204 ? undefined : await reply.json()) as Answer;
  }
  const administrator = { name: 'Ana Souza', email: 'ana@exemplo.com.br', password: 'correta-senha' };
  await send('POST', '/tenant', { tenant: { name: 'Conta', domain: 'conta' }, administrator });
  const { email, password } = administrator;
  ({ token } = await send<{ token: string }>('POST', '/session', { email, password }));
  await send('POST', '/session/email/confirm', { link: await confirmation(port, email) });
  // It does not end before a long run does.
  ({ token } = await send<{ token: string }>('POST', '/token', { description: 'Medida', scopes: SCOPES }));
  const companyIds: string[] = [];
  for (let n = 0; n < COMPANIES; n += 1) {
    const body = { cnpj: cnpjOf(n), companyName: `Padaria ${n} Ltda` };
    companyIds.push((await send<{ companyId: string }>('POST', '/company', body)).companyId);
  }
  const person = { cpf: cpfOf(1), name: 'Rui Lima', email: 'rui@exemplo.com.br' };
  const { personId } = await send<{ personId: string }>('POST', '/person', person);
  const pdf = await PDFDocument.create();
  pdf.addPage([595, 842]);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await pdf.save())]), 'contrato.pdf');
  const { proof } = await send<{ proof: string }>('POST', '/upload', form);
  const participants = [{ personId, part: 'signer' }];
  const processBody = (summary: string, companyId: string) => ({
    summary,
    companyId,
    documents: [{ proof }],
    participants,
  });
  const processIds: string[] = [];
  for (let n = 0; n < PROCESSES; n += 1) {
    const body = processBody(`Contrato ${n}`, companyIds[n % COMPANIES] ?? '');
    processIds.push((await send<{ processId: string }>('POST', '/process', body)).processId);
  }
  const of = (method: LoadJob['method'], paths: string[], body?: object): Target => ({
    port,
    token,
    method,
    paths: paths.map((path) => `/api${path}`),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    'command createPerson': of('POST', ['/person'], {
      cpf: '%cpf',
      name: 'Pessoa %n',
      email: 'p%n@exemplo.com.br',
    }),
    'command editCompany': of(
      'PATCH',
      companyIds.map((id) => `/company/${id}`),
      { companyName: 'Padaria %n', city: 'Recife' },
    ),
    'command createProcess': of('POST', ['/process'], processBody('Contrato %n', companyIds[0] ?? '')),
    'query currentUser': of('GET', ['/user/current']),
    'query getCompany': of(
      'GET',
      companyIds.map((id) => `/company/${id}`),
    ),
    'query getProcess': of(
      'GET',
      processIds.slice(0, 32).map((id) => `/process/${id}`),
    ),
    'query listProcesses': of('GET', ['/process?search=contrato&pageSize=20']),
    'query processTimeline': of(
      'GET',
      processIds.slice(0, 32).map((id) => `/process/${id}/timeline`),
    ),
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const rounded = (value: number, digits = 0): number => Math.round(value * 10 ** digits) / 10 ** digits;

interface Figure {
  clients: number;
  what: string;
  perSecond: number;
  /** In parts of the bare route's rate with the same method and as many clients. */
  ofBare: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the product and of its database for one of them, with what follows from it, µs. */
  productUs: number;
  databaseUs: number;
}

interface Outcome extends LoadOutcome {
  productUs: number;
  databaseUs: number;
}

let firstNumber = 1_000_000;

/** Of a clock tick of Linux, µs. */
const TICK_US = 10_000;

/** Processor time of a process so far, and of its children that have ended, clock ticks of Linux. */
function ticksOf(pid: number): number {
  const [, fields = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  // Fields 14 to 17 of proc(5), utime, stime, cutime and cstime, counted from the third.
  const times = fields.split(' ').slice(11, 15).map(Number);
  return times.reduce((sum, time) => sum + time, 0);
}

/** Of the server of the data folder and all its connections. */
function databaseTicks(): number {
  const [cluster = ''] = globSync(join(dataDir, '*/*/cluster/postmaster.pid'));
  const postmaster = Number(readFileSync(cluster, 'utf8').split('\n', 1)[0]);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.trim().split(' ').map(Number)].reduce((sum, pid) => sum + ticksOf(pid), 0);
}

/** Once what follows from commands (read models, mail, seals) is done: what is measured next shares no core with it. */
async function settled(pid: number): Promise<void> {
  for (let before = ticksOf(pid), still = 0; still < 3;) {
    await pause(200);
    const now = ticksOf(pid);
    still = now - before <= 1 ? still + 1 : 0;
    before = now;
  }
}

/** All in turn, round by round, so that a busy moment of the machine falls on all of them. */
async function measure(all: Record<string, Target>, clients: number, pid: number): Promise<Figure[]> {
  const outcomes = new Map<string, Outcome[]>(Object.keys(all).map((what) => [what, []]));
  await settled(pid);
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [what, target] of Object.entries(all)) {
      firstNumber += 1_000_000;
      const before = { product: ticksOf(pid), database: databaseTicks() };
      // The first round warms up.
      const seconds = round < 0 ? Math.min(1, SECONDS) : SECONDS;
      const outcome = await load({ ...target, clients, seconds, firstNumber });
      await settled(pid);
      const usOf = (ticks: number) => (ticks * TICK_US) / outcome.done;
      const productUs = usOf(ticksOf(pid) - before.product);
      const databaseUs = usOf(databaseTicks() - before.database);
      if (round >= 0) outcomes.get(what)?.push({ ...outcome, productUs, databaseUs });
    }
  const of = (what: string, figure: (outcome: Outcome) => number) =>
    median((outcomes.get(what) ?? []).map(figure));
  const rateOf = (what: string) => of(what, ({ done, seconds }) => done / seconds);
  return Object.entries(all).map(([what, { method }]) => ({
    clients,
    what,
    perSecond: rounded(rateOf(what)),
    ofBare: rounded(rateOf(what) / rateOf(method === 'GET' ? 'bare GET' : 'bare POST'), 3),
    p50Ms: rounded(
      of(what, ({ p50 }) => p50),
      1,
    ),
    p99Ms: rounded(
      of(what, ({ p99 }) => p99),
      1,
    ),
    productUs: rounded(of(what, (outcome) => outcome.productUs)),
    databaseUs: rounded(of(what, (outcome) => outcome.databaseUs)),
  }));
}

const dataDir = mkdtempSync(join(tmpdir(), 'lacre-http-bench-'));
// Postgres does not run as root: the account it runs as must be able to come in.
chmodSync(dataDir, 0o755);
const port = await freePort();
const [busy = 0] = loadavg();
const [product] = await child(
  here('../src/main.ts'),
  ['--data', dataDir, '--port', String(port)],
  /no ar em/,
);
const [bare, barePort] = await child(here('bare-server.ts'), [], /^\d+$/);
try {
  const body = JSON.stringify({ cpf: '%cpf', name: 'Pessoa %n', email: 'p%n@exemplo.com.br' });
  const idle = { port: Number(barePort), token: 'x', paths: ['/bare'] };
  const asked = Object.entries(await targets(port)).filter(
    ([what]) => WORDS.length === 0 || WORDS.some((word) => what.includes(word)),
  );
  const all: Record<string, Target> = {
    'bare GET': { ...idle, method: 'GET' },
    'bare POST': { ...idle, method: 'POST', body },
    ...Object.fromEntries(asked),
  };
  const figures: Figure[] = [];
  for (const clients of CLIENTS) figures.push(...(await measure(all, clients, product.pid ?? 0)));
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ load: busy, figures })}\n`);
  else console.table(figures);
} finally {
  await end(bare);
  await end(product);
  rmSync(dataDir, { recursive: true, force: true });
}
