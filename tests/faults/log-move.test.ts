import { createHash } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';

import { openLogItself } from '@lacre/adapters';
import { ERASED, WEBHOOK_EVENT_TYPES, type AnswerOf } from '@lacre/contracts';
import { eventsAfter, type RecordedEvent } from '@lacre/event-store';
import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import { createPool, ensureDatabase, startEmbeddedPostgres } from '@lacre/postgres';
import { startHookServer } from '@lacre/projector/testing';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { evidenceOf } from '../support/evidence-of.ts';
import { Lacre } from '../support/lacre.ts';
import { isLong, keepFigures, seedOfRun } from '../support/long-form.ts';
import { operated, OperatorProcess } from '../support/operator-command.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
  type Account,
  type Person,
} from '../support/scenario.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { until } from '../support/until.ts';

/** 200 in the full form (`npm run test:long`); the short form goes through the same motions. */
const PROCESSES = isLong ? 200 : 20;
const SEALED = isLong ? 60 : 5;
/** How often a copy is killed before one is let through. */
const KILLS = isLong ? 12 : 3;
/** Of streams on the server, whatever the environment of this run says. */
const PREFIX = 'lacre.';

const random = seededRandom(seedOfRun());
const environment: Record<string, string> = { CREDITS_GRANT: '100000', WEBHOOK_ALLOW_LOOPBACK: 'true' };
const server = new KurrentDbStandIn();
const delivered: string[] = [];
let isHookUp = true;
let hook: Awaited<ReturnType<typeof startHookServer>>;
let lacre: Lacre;
let account: Account;
let ana: Person;
let gone: Person;
let webhookId: string;
/** Every process, and its only document. */
const processes: { processId: string; documentId: string }[] = [];

beforeAll(async () => {
  await server.start();
  hook = await startHookServer(
    ({ headers }, response) => {
      if (isHookUp) delivered.push(String(headers['webhook-id']));
      response.writeHead(isHookUp ? 204 : 503).end();
    },
    { tls: false },
  );
  lacre = await Lacre.create(environment);
  await lacre.start();
  account = await openAccount(lacre.origin);
  ana = await addPerson(account.api, 'Ana Souza');
  gone = await addPerson(account.api, 'Zuleica Pamplona Quixabeira');
  const url = `http://127.0.0.1:${hook.port}/avisos`;
  ({ webhookId } = await account.api.call('createWebhook', { body: { url, description: 'ERP' } }));
  await fillProcesses();
}, 600_000);
afterAll(async () => {
  await lacre.dispose();
  await hook.close();
  server.close();
});

/** Some sealed, signed also by one who is then erased; the others open. */
async function fillProcesses(): Promise<void> {
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const asked = [ana, gone].map((person) => ({ person, part: 'signer' as const }));
  for (let n = 0; n < PROCESSES; n += 1) {
    const summary = `Contrato ${n}`;
    const opened = await openProcess(account, [{ proof }], n < SEALED ? asked : asked.slice(0, 1), {
      summary,
    });
    processes.push({ processId: opened.processId, documentId: opened.documents[0]?.documentId ?? '' });
  }
  const sessions = [];
  for (const person of [ana, gone])
    sessions.push(await personSession(lacre.origin, processes[0]?.processId ?? '', person));
  for (const { processId } of processes.slice(0, SEALED))
    for (const session of sessions) await signAll(session, processId);
  for (const { processId } of processes.slice(0, SEALED))
    await processWhen(account.api, processId, ({ status }) => status === 'finished');
  const params = { personId: gone.personId };
  const erased = await account.api.call('erasePerson', { params, body: { reason: 'subject-request' } });
  const query = { 'min-position': erased.position };
  await account.api.call('getProcess', { params: { processId: processes[0]?.processId ?? '' }, query });
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What people see of everything, at the address that runs now. */
async function seen() {
  const all = [];
  for (const [n, { processId, documentId }] of processes.entries()) {
    const params = { processId };
    const shown = await until('the process', () => account.api.call('getProcess', { params }));
    const { items } = await account.api.call('processTimeline', { params });
    const isSealed = shown.status === 'finished';
    const bytes = isSealed ? await account.api.bytes('downloadSealed', { processId, documentId }) : undefined;
    const evidence = bytes !== undefined && n < 3 ? await evidenceOf(bytes) : undefined;
    // Positions are the store's own.
    const timeline = items.map(({ position: _position, ...item }) => JSON.stringify(item));
    all.push({ shown, timeline, sealed: bytes && sha256(bytes), evidence });
  }
  return all;
}

/** The same, once mails on their way and read models behind have come to rest. */
async function seenAtRest(): Promise<Awaited<ReturnType<typeof seen>>> {
  let last = await seen();
  return until('a quiet moment', async () => {
    const now = await seen();
    const isQuiet = JSON.stringify(now) === JSON.stringify(last);
    last = now;
    return isQuiet ? now : undefined;
  });
}

/** Every fact of the tenant in its feed, and where the feed ends. */
async function feed() {
  const items: Omit<AnswerOf<'eventFeed'>['items'][number], 'position'>[] = [];
  for (let after: string | undefined; ;) {
    const page = await account.api.call('eventFeed', { query: { limit: 200, after } });
    items.push(...page.items.map(({ position: _position, ...item }) => item));
    after = page.next ?? after;
    if (!page.more) return { items, next: after };
  }
}

/** On the stopped installation. */
const operate = (...args: string[]) => operated(lacre.dataDir, ...args);

/** The same command in a process of its own, killed as soon as it is due. */
const killedCommand = (args: readonly string[], isDue: () => boolean) =>
  new OperatorProcess(lacre.dataDir, {}, ...args).killWhen(isDue);

/** The log as it is stored, encrypted: in the database, or on the server. */
async function factsIn(where: 'database' | 'server'): Promise<Omit<RecordedEvent, 'position'>[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(lacre.dataDir, 'postgres') });
  const pool = createPool(await ensureDatabase(postgres.connectionString(), 'lacre'), {
    max: 2,
    applicationName: 'inspection',
  });
  const address = where === 'database' ? undefined : server.connectionString;
  const store = await openLogItself(address, {
    pool,
    logger: pino({ level: 'silent' }),
    prefix: PREFIX,
  });
  try {
    const events = await Array.fromAsync(eventsAfter(store));
    return events.map(({ position: _position, ...fact }) => fact);
  } finally {
    await store.close();
    await pool.end();
    await postgres.stop();
  }
}

const figures: Record<string, unknown> = { processes: PROCESSES, sealed: SEALED, kills: KILLS };
const noteRate = (name: string, said: string): void => {
  figures[name] = /Copiados: (.*)\./.exec(said)?.[1];
};

it(`moves ${PROCESSES} processes to KurrentDB and back, through ${KILLS} kills each way (seed ${random.seed})`, async () => {
  const before = await seenAtRest();
  const facts = await feed();
  expect(before.filter(({ sealed }) => sealed !== undefined)).toHaveLength(SEALED);
  expect(JSON.stringify(before)).toContain(ERASED);
  await inFlight();
  await lacre.stop();
  const there = ['log', 'copy', '--to', server.connectionString];
  const original = await factsIn('database');
  // Each a part further: in the copy's midst, whatever the machine takes to begin.
  const killedAt: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = Math.floor(((kill - random.next()) / KILLS) * original.length);
    await killedCommand(there, () => server.eventCount >= goal);
    killedAt.push(server.eventCount);
  }
  expect(killedAt.some((count) => count > 0 && count < original.length)).toBe(true);
  const began = performance.now();
  noteRate('toKurrentDb', await operate(...there));
  const commandMs = performance.now() - began;

  const moved = await factsIn('server');
  expect(moved.slice(0, -1)).toEqual(original);
  expect(moved.at(-1)).toMatchObject({ stream: 'installation', type: 'LogMoved', data: { to: 'kurrentdb' } });
  await expect(lacre.start()).rejects.toThrow(/foi copiado para o KurrentDB e encerrado/);

  environment['EVENT_STORE_URL'] = server.connectionString;
  await lacre.start();
  expect(await seen()).toEqual(before);
  const carried = await feed();
  expect(carried.items.slice(0, facts.items.length)).toEqual(facts.items);
  expect(await account.api.refused('eventFeed', { query: { after: facts.next } })).toBe(
    'POSITION_OF_ANOTHER_EPOCH',
  );
  await everyDelivery();
  const session = await personSession(lacre.origin, processes.at(-1)?.processId ?? '', ana);
  await signAll(session, processes.at(-1)?.processId ?? '');
  await processWhen(account.api, processes.at(-1)?.processId ?? '', ({ status }) => status === 'finished');
  const later = await seenAtRest();
  await inFlight();
  await lacre.stop();
  expect(await operate('fsck')).toContain('Tudo confere');

  const back = ['log', 'copy', '--from', server.connectionString];
  const onServer = await factsIn('server');
  for (let kill = 0; kill < KILLS; kill += 1) {
    const dueAt = performance.now() + random.next() * commandMs;
    await killedCommand(back, () => performance.now() >= dueAt);
  }
  noteRate('toDatabase', await operate(...back));
  const returned = await factsIn('database');
  expect(returned.slice(0, -1)).toEqual(onServer);
  await expect(lacre.start()).rejects.toThrow(/foi copiado para o banco de dados e encerrado/);

  delete environment['EVENT_STORE_URL'];
  await lacre.start();
  expect(await seen()).toEqual(later);
  await everyDelivery();
  await lacre.stop();
  expect(await operate('fsck')).toContain('Tudo confere');
  const load = Number(loadavg()[0]?.toFixed(1));
  keepFigures('log-move', { seed: random.seed, events: returned.length, ...figures, load });
}, 1_800_000);

/** Facts are waiting to be sent, to an address that does not take them. */
async function inFlight(): Promise<void> {
  isHookUp = false;
  for (const { processId } of processes.slice(SEALED, SEALED + 3))
    await account.api.call('setProcessTags', { params: { processId }, body: { tagIds: [] } });
  await addPerson(account.api, 'Rui Barbosa');
  await until('deliveries in flight', async () => {
    const { items } = await account.api.call('listWebhooks');
    return items.find((one) => one.webhookId === webhookId && one.pending > 0 && one.failingSince !== null);
  });
  isHookUp = true;
}

/** Whatever the tenant's feed tells since the webhook was made has come, once each. */
async function everyDelivery(): Promise<void> {
  const { items } = await feed();
  const from = items.findIndex(({ subjects }) => subjects.webhookId === webhookId);
  const sent = items
    .slice(from)
    .filter(({ type }) => WEBHOOK_EVENT_TYPES.includes(type))
    .map(({ id }) => id);
  await until('every delivery', async () => {
    const { items: hooks } = await account.api.call('listWebhooks');
    return hooks.find((one) => one.webhookId === webhookId && one.pending === 0);
  });
  expect(delivered.toSorted()).toEqual(sent.toSorted());
}
