import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';

import { InstallationRefused, openLog, type Log, type LogAccess } from '@lacre/adapters';
import { EventStoreUnavailable } from '@lacre/event-store';
import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import { createPool } from '@lacre/postgres';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { until } from '../support/until.ts';
import { Installations, MASTER_KEYS, recordPerson, storesIn, type Places } from './installations.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const logger = pino({ level: 'silent' });

let installations: Installations;
let places: Places;
let pool: Pool;
let server: KurrentDbStandIn;
let port: number;
let refused: InstallationRefused[];
let log: Log;

const open = (access: LogAccess = 'serve'): Promise<Log> =>
  openLog(`kurrentdb://127.0.0.1:${port}?tls=false`, {
    pool,
    logger,
    prefix: 'lacre.',
    masterKeys: MASTER_KEYS,
    stores: storesIn(places.folder),
    access,
    onRefused: (error) => refused.push(error),
  });

beforeAll(async () => {
  installations = await Installations.create();
});
afterAll(() => installations.dispose());
beforeEach(async () => {
  places = await installations.empty();
  pool = createPool(places.databaseUrl, { max: 8, applicationName: 'exchanged-log-test' });
  server = new KurrentDbStandIn({ file: places.log });
  await server.start();
  port = server.address.port;
  refused = [];
  log = await open();
  await recordPerson(log);
});
afterEach(async () => {
  await log.close();
  server.close();
  await pool.end();
});

const backUp = () => copyFile(places.log, `${places.log}.backup`);

/** At the same address another server answers from now on, with the log of this file. */
async function exchangeFor(file: string): Promise<void> {
  server.close();
  server = new KurrentDbStandIn({ file });
  await server.start(port);
}

/** The log of another installation, which has lived. */
async function anotherLog(): Promise<{ file: string; installationId: string }> {
  const other = await installations.empty();
  const itsServer = new KurrentDbStandIn({ file: other.log });
  await itsServer.start();
  const itsPool = createPool(other.databaseUrl, { max: 8, applicationName: 'exchanged-log-test' });
  const options = { pool: itsPool, logger, prefix: 'lacre.', masterKeys: MASTER_KEYS };
  const its = await openLog(itsServer.connectionString, options);
  for (let people = 0; people < 5; people++) await recordPerson(its);
  const installationId = its.verdict.kind === 'ours' ? its.verdict.installationId : '';
  await its.close();
  await itsPool.end();
  itsServer.close();
  return { file: other.log, installationId };
}

const anEvent = () => ({
  id: randomUUID(),
  type: 'TenantDeactivated',
  data: { tenantId: randomUUID(), reason: 'x' },
  metadata: {
    occurredAt: new Date().toISOString(),
    correlationId: randomUUID(),
    schemaVersion: 1,
    tenantId: randomUUID(),
    actor: { kind: 'system', name: 'test' },
  },
});
const appendOne = () =>
  log.eventStore.append(`tenant-${randomUUID()}`, [anEvent()], { expected: 'noStream' });

/** The first may still meet the connection that breaks. */
const refusedToAppend = () =>
  until('the log is refused', async () => {
    await expect(appendOne()).rejects.toThrow(EventStoreUnavailable);
    return refused[0];
  });

const startAgain = () =>
  open('look').then(
    () => 'started',
    (error: unknown) => (error as Error).message,
  );

it('writes nothing to a log that was restored to an earlier state behind it, nor does the next start', async () => {
  await backUp();
  await appendOne();
  await exchangeFor(`${places.log}.backup`);
  const before = server.eventCount;
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, appendOne));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(EventStoreUnavailable) as Error });
  await expect(Array.fromAsync(log.eventStore.readAll({ after: 'start', limit: 10 }))).rejects.toThrow(
    EventStoreUnavailable,
  );
  expect(server.eventCount).toBe(before);
  expect(refused).toHaveLength(1);
  const words = /foi cortado ou trocado: falta o último evento.*lacre log adopt/;
  expect(refused[0]?.message).toMatch(words);
  await log.close();
  expect(await startAgain()).toMatch(words);
});

it("writes nothing to another installation's log that takes the place of its own", async () => {
  const { file, installationId } = await anotherLog();
  await exchangeFor(file);
  const before = server.eventCount;
  await refusedToAppend();
  expect(server.eventCount).toBe(before);
  expect(refused[0]?.message).toContain(`é da instalação ${installationId}, e o banco de dados é`);
});

it('writes nothing to an empty log that takes the place of its own', async () => {
  await exchangeFor(`${places.log}.empty`);
  await refusedToAppend();
  expect(server.eventCount).toBe(0);
  expect(refused[0]?.message).toContain('está vazio, e o banco de dados é da instalação');
});

it('shows no reader a log that was exchanged, and reports it without a request', async () => {
  const { file } = await anotherLog();
  const seen: string[] = [];
  const signal = new AbortController();
  const following = (async () => {
    for await (const message of log.eventStore.subscribe({ after: 'start', signal: signal.signal }))
      if (message.kind === 'events') seen.push(...message.events.map(({ stream }) => stream));
  })();
  await until('the events are delivered', () => Promise.resolve(seen.length === 2 || undefined));
  await exchangeFor(file);
  await until('the exchange is noticed', () => Promise.resolve(refused[0]));
  signal.abort();
  await following;
  expect(seen).toHaveLength(2);
});

it('uses its own log again when the server comes back', async () => {
  await appendOne();
  server.stop();
  await expect(appendOne()).rejects.toThrow(EventStoreUnavailable);
  await server.start(port);
  await appendOne();
  expect(refused).toEqual([]);
});

it('holds the commands of an operator to the same', async () => {
  const command = await open('look');
  const { file } = await anotherLog();
  await exchangeFor(file);
  const before = server.eventCount;
  const append = command.eventStore.append('tenant-1', [anEvent()], { expected: 'noStream' });
  await expect(append).rejects.toThrow(EventStoreUnavailable);
  expect(server.eventCount).toBe(before);
  await command.close();
});

it('does not record a later event as evidence while an earlier one is missing, behind one connection', async () => {
  const earlier = server.storedLog.records.length;
  await appendOne();
  const evidence = async () =>
    (await pool.query<{ id: string }>('select seen_event as id from installation.identity')).rows[0]?.id;
  const before = await evidence();
  const known = await until('the event is known', async () => {
    const now = await evidence();
    return now === before ? undefined : now;
  });
  server.storedLog.truncate(earlier);
  server.forgetIds();
  for (let n = 0; n < 5; n++) await appendOne().catch(() => {});
  await until('the exchange is noticed', () => Promise.resolve(refused[0]));
  await expect(appendOne()).rejects.toThrow(EventStoreUnavailable);
  await log.close();
  expect(await evidence()).toBe(known);
  expect(await startAgain()).toContain('foi cortado ou trocado');
});
