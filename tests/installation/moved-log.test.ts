import { jsonEvent, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { adoptLog, logPlace, openLog, openLogItself } from '@lacre/adapters';
import { LogNotMoved, moveLog } from '@lacre/adapters/log-server';
import { numberedEvents, testEvent } from '@lacre/event-store/testing';
import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import { createPool } from '@lacre/postgres';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { Installations, MASTER_KEYS, recordPerson, storesIn, type Places } from './installations.ts';

const logger = pino({ level: 'silent' });
let installations: Installations;
let places: Places;
let pool: Pool;
let server: KurrentDbStandIn;
const opening = () => ({ pool, logger, prefix: 'lacre.', masterKeys: MASTER_KEYS });

beforeAll(async () => {
  installations = await Installations.create();
});
afterAll(() => installations.dispose());
beforeEach(async () => {
  places = await installations.empty();
  pool = createPool(places.databaseUrl, { max: 8, applicationName: 'moved-log-test' });
  server = new KurrentDbStandIn();
  await server.start();
  await serve(undefined, (log) => recordPerson(log));
});
afterEach(async () => {
  await pool.end();
  server.close();
});

/** As a process does that serves, with its log in the database or on a server. */
async function serve<Result>(
  address: string | undefined,
  work: (log: Awaited<ReturnType<typeof openLog>>) => Promise<Result>,
): Promise<Result> {
  const log = await openLog(address, { ...opening(), stores: storesIn(places.folder) });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

const move = (
  from: string | undefined,
  to: string | undefined,
  onProgress: Parameters<typeof moveLog>[0]['onProgress'] = () => {},
) => moveLog({ ...opening(), stores: storesIn(places.folder), from, to, onProgress });

/** Events that the server holds under the product's prefix. */
async function eventsOnServer(): Promise<number> {
  const store = await openLogItself(server.connectionString, opening());
  try {
    return (await Array.fromAsync(store.readAll({ after: 'start', limit: 1000 }))).length;
  } finally {
    await store.close();
  }
}

it('serves from the copy alone, and from the database again once it was copied back', async () => {
  await move(undefined, server.connectionString);
  await expect(serve(undefined, recordPerson)).rejects.toThrow(/foi copiado para o KurrentDB e encerrado/);
  await serve(server.connectionString, recordPerson);
  expect(await move(undefined, server.connectionString)).toBeUndefined();
  await move(server.connectionString, undefined);
  await expect(serve(server.connectionString, recordPerson)).rejects.toThrow(/copiado para o banco de dados/);
  await serve(undefined, recordPerson);
  // And there once more, onto the log that was left there.
  await move(undefined, server.connectionString);
  await serve(server.connectionString, recordPerson);
});

it('distinguishes another server or prefix from the one that has the log', async () => {
  await move(undefined, server.connectionString);
  const other = new KurrentDbStandIn();
  await other.start();
  await expect(move(undefined, other.connectionString)).rejects.toThrow(
    /^o registro desta instalação fica no KurrentDB em 127\S+ \(EVENT_STORE_PREFIX lacre\.\), .* --from URL/,
  );
  const elsewhere = { ...opening(), prefix: 'lacre-2.', stores: storesIn(places.folder) };
  await expect(moveLog({ ...elsewhere, from: undefined, to: server.connectionString })).rejects.toThrow(
    /--from URL/,
  );
  expect(other.eventCount).toBe(0);
  other.close();
});

it('knows where an installation lives that was born on a server', async () => {
  places = await installations.empty();
  await pool.end();
  pool = createPool(places.databaseUrl, { max: 8, applicationName: 'moved-log-test' });
  await serve(server.connectionString, recordPerson);
  expect(await move(undefined, server.connectionString)).toBeUndefined();
  const other = new KurrentDbStandIn();
  await other.start();
  await expect(move(undefined, other.connectionString)).rejects.toThrow(/fica no KurrentDB em 127/);
  other.close();
  await move(server.connectionString, undefined);
  await serve(undefined, recordPerson);
});

it('refuses a server of a release that it does not run on, and an address without a server', async () => {
  const old = new KurrentDbStandIn({ release: '23.10.1' });
  await old.start();
  await expect(move(undefined, old.connectionString)).rejects.toThrow(
    /^--to: o servidor é o 23\.10\.1, e o Lacre pede KurrentDB .* Nada foi escrito\.$/,
  );
  expect(old.eventCount).toBe(0);
  old.close();
  await expect(move(old.connectionString, undefined)).rejects.toThrow(/^--from: ninguém atende em 127/);
});

it('reports a server that wrote the copy in another order, and copies under another prefix', async () => {
  const log = await openLogItself(undefined, opening());
  for (const stream of ['a', 'b', 'c']) await log.append(stream, numberedEvents(1), { expected: 'noStream' });
  await log.close();
  server.refuseAppends(1, { onceEvents: 1 });
  await expect(move(undefined, server.connectionString)).rejects.toThrow(
    /^a cópia no KurrentDB em \S+ não ficou igual ao registro, e não serve\./,
  );
  await serve(undefined, recordPerson);
  const prefix = 'lacre-2.';
  await moveLog({
    ...opening(),
    stores: storesIn(places.folder),
    from: undefined,
    to: server.connectionString,
    prefix,
  });
});

/** Writes to the server as another client with the right to. */
async function intrude(...events: [stream: string, data: ReturnType<typeof jsonEvent>][]): Promise<void> {
  const client = KurrentDBClient.connectionString(server.connectionString);
  for (const [stream, event] of events) await client.appendToStream(stream, event, { streamState: 'any' });
  await client.dispose();
}
const foreign = () => jsonEvent({ type: 'PedidoFeito', data: { de: 'outro' } });

async function onServer(stream: string, count: number): Promise<void> {
  const log = await openLogItself(server.connectionString, opening());
  await log.append(stream, numberedEvents(count), { expected: 'noStream' });
  await log.close();
}

it('leaves out foreign events at the end of its streams, and names them', async () => {
  await move(undefined, server.connectionString);
  await onServer('s', 2);
  await intrude(['lacre.s', foreign()], ['lacre.s', foreign()], ['lacre.pedidos', foreign()]);
  const moved = await move(server.connectionString, undefined);
  expect(moved?.passedOver.map(({ stream, revision, type }) => [stream, revision, type])).toEqual([
    ['s', 2n, 'PedidoFeito'],
    ['s', 3n, 'PedidoFeito'],
    ['pedidos', 0n, 'PedidoFeito'],
  ]);
  await serve(undefined, recordPerson);
  // The stream that was refused on the server is whole again, and goes on where it was.
  const log = await openLogItself(undefined, opening());
  expect((await Array.fromAsync(log.readStream('s'))).map(({ revision }) => revision)).toEqual([0n, 1n]);
  await log.append('s', numberedEvents(1), { expected: 1n });
  expect(await Array.fromAsync(log.readStream('pedidos'))).toEqual([]);
  await log.close();
});

it('refuses a log with own events after foreign ones in a stream, and names where', async () => {
  await move(undefined, server.connectionString);
  await onServer('s', 2);
  const [{ type, data, metadata } = testEvent()] = numberedEvents(1);
  await intrude(['lacre.s', foreign()], ['lacre.s', jsonEvent({ type, data, metadata })]);
  await expect(move(server.connectionString, undefined)).rejects.toThrow(
    /^no fluxo s o evento 2 \(PedidoFeito\) não foi escrito pelo Lacre, e há fatos depois dele \(3\)/,
  );
  await serve(server.connectionString, recordPerson);
});

it('refuses a server where others have written into a stream of the log, and names it', async () => {
  const log = await openLogItself(undefined, opening());
  await log.append('s', numberedEvents(2), { expected: 'noStream' });
  await log.close();
  await intrude(['lacre.s', foreign()]);
  await expect(move(undefined, server.connectionString)).rejects.toThrow(
    /^no KurrentDB em \S+ o fluxo s tem eventos que o Lacre não escreveu/,
  );
  await serve(undefined, recordPerson);
});

it('refuses while a process may write, whatever its address calls it, and writes nothing', async () => {
  const named = new URL(places.databaseUrl);
  named.searchParams.set('application_name', 'x');
  const serving = createPool(named.href, { max: 4, applicationName: 'lacre-command' });
  const log = await openLog(undefined, { ...opening(), pool: serving, stores: storesIn(places.folder) });
  await expect(move(undefined, server.connectionString)).rejects.toThrow(/\(lacre-command\)/);
  await recordPerson(log);
  await log.close();
  await serving.end();
  expect(await eventsOnServer()).toBe(0);
  await serve(undefined, recordPerson);
});

it("acknowledges nothing to an operator's command that was open when the log was moved", async () => {
  const options = { ...opening(), stores: storesIn(places.folder), onRefused: () => {} };
  const command = await openLog(undefined, { ...options, access: 'look' });
  await move(undefined, server.connectionString);
  const count = () => pool.query('select from event_store.events').then(({ rowCount }) => rowCount);
  const before = await count();
  await expect(recordPerson(command)).rejects.toThrow('the event store is not available');
  expect(await count()).toBe(before);
  await command.close();
});

it("blocks a move while an operator's command writes", async () => {
  const command = await openLog(undefined, { ...opening(), access: 'look' });
  await recordPerson(command);
  await expect(move(undefined, server.connectionString)).rejects.toThrow(/há processos do Lacre/);
  await command.close();
  await move(undefined, server.connectionString);
});

it('acknowledges nothing once its lock was lost, and resumes when it has it again', async () => {
  const refused: string[] = [];
  const log = await openLog(undefined, {
    ...opening(),
    stores: storesIn(places.folder),
    onRefused: ({ message }) => refused.push(message),
  });
  const endLocks = () =>
    pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and objsubid = 2`,
    );
  await endLocks();
  await recordPerson(log);
  expect(refused).toEqual([]);
  await endLocks();
  await move(undefined, server.connectionString);
  const before = await eventsOnServer();
  await expect(recordPerson(log)).rejects.toThrow('the event store is not available');
  await expect.poll(() => refused).toHaveLength(1);
  expect(refused[0]).toContain('foi copiado para o KurrentDB e encerrado');
  expect(await eventsOnServer()).toBe(before);
  await log.close();
});

it("refuses a server that holds another installation's log", async () => {
  const mine = { pool, places };
  places = await installations.empty();
  pool = createPool(places.databaseUrl, { max: 8, applicationName: 'moved-log-test' });
  await serve(server.connectionString, recordPerson);
  await pool.end();
  ({ pool, places } = mine);
  const before = await eventsOnServer();
  await expect(move(undefined, server.connectionString)).rejects.toThrow(/já há o registro da instalação/);
  expect(await eventsOnServer()).toBe(before);
  await serve(undefined, recordPerson);
});

it('refuses a server whose prefix holds anything else', async () => {
  const store = await openLogItself(server.connectionString, opening());
  await store.append('orders', numberedEvents(2), { expected: 'noStream' });
  await store.close();
  await expect(move(undefined, server.connectionString)).rejects.toThrow(/não é o começo deste/);
  expect(await eventsOnServer()).toBe(2);
  await serve(undefined, recordPerson);
});

/** Dies after the old log was closed, before the installation is moved. */
const diesOnceClosed = () => {
  let copies = 0;
  return move(undefined, server.connectionString, ({ written }) => {
    if (written === 0 && ++copies === 2) throw new Error('killed');
  });
};

it('starts nowhere once the old log is closed, and is completed by the same command', async () => {
  await expect(diesOnceClosed()).rejects.toThrow('killed');
  await expect(serve(undefined, recordPerson)).rejects.toThrow(/repita lacre log copy/);
  await expect(serve(server.connectionString, recordPerson)).rejects.toThrow(
    /é uma cópia que não foi concluída/,
  );
  await move(undefined, server.connectionString);
  await serve(server.connectionString, recordPerson);
});

it('gives the old log back to an operator who adopts it, and then refuses a target that was closed', async () => {
  await expect(diesOnceClosed()).rejects.toThrow('killed');
  const store = await openLogItself(undefined, opening());
  await adoptLog(
    { pool, store, place: logPlace(undefined), stores: storesIn(places.folder) },
    'a cópia foi desistida',
  );
  await store.close();
  await serve(undefined, recordPerson);
  await move(undefined, server.connectionString);
  await serve(server.connectionString, recordPerson);
});

it('refuses to copy from a server without its log', async () => {
  const elsewhere = new KurrentDbStandIn();
  await elsewhere.start();
  await expect(move(elsewhere.connectionString, undefined)).rejects.toThrow(/vazio/);
  await expect(move(elsewhere.connectionString, undefined)).rejects.not.toBeInstanceOf(LogNotMoved);
  elsewhere.close();
});
