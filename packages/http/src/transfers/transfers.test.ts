import { once } from 'node:events';
import { readdir, mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { introducingCallers } from '@lacre/access/testing';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { portOf } from '@lacre/test-support';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';

import { buildService, SpoolFile, type TransferLimits } from '../index.ts';
import { ByteSemaphore } from './byte-semaphore.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

async function listening(transfers: Partial<TransferLimits>) {
  const app = await buildService({
    logger: pino({ level: 'silent' }),
    keys: async () => ({ keys: [] }),
    callers: introducingCallers(createMemoryEventStore()),
    apiTokens: async () => undefined,
    trustedProxies: 1,
    transfers,
  });
  app.post('/echo', (request) => request.body);
  await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => app.close());
  return { app, port: portOf(app.server) };
}

/** A sender who announces a body and sends the beginning of it. */
async function sender(port: number, { length, from = '203.0.113.1' }: { length: number; from?: string }) {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => {}).on('data', (chunk) => (text += String(chunk)));
  closing.push(async () => socket.destroy());
  await once(socket, 'connect');
  const head = `POST /echo HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  socket.write(`${head}"`);
  return {
    socket,
    answer: async () =>
      until(
        () => text.includes('\r\n\r\n'),
        () => text,
      ),
  };
}

async function until<T>(is: () => boolean, value: () => T): Promise<T> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (is()) return value();
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('never came');
}
const inFlight = async (app: Awaited<ReturnType<typeof listening>>['app'], bodies: number) =>
  until(
    () => app.transfers.inFlight.bodies === bodies,
    () => app.transfers.inFlight,
  );
const end = async (socket: Socket, length: number) => socket.write(`${'x'.repeat(length - 2)}"`);

it('gives up a body that stalls with 408, and lets a slow one through', async () => {
  // It takes longer in all than a pause may, and each of its own is a fraction of that, be the machine busy.
  const { app, port } = await listening({ stallMs: 2000 });
  const stalled = await sender(port, { length: 100 });
  const slow = await sender(port, { length: 12 });
  for (let sent = 0; sent < 10; sent += 1) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    slow.socket.write('x');
  }
  slow.socket.write('"');
  expect(await slow.answer()).toMatch(/^HTTP\/1.1 200/);
  const answer = await stalled.answer();
  expect(answer).toMatch(/^HTTP\/1.1 408[\s\S]*connection: close/i);
  expect(answer).toMatch(/retry-after: \d+/i);
  expect(answer).toContain('REQUEST_TIMEOUT');
  if (!stalled.socket.closed) await once(stalled.socket, 'close');
  expect(await inFlight(app, 0)).toEqual({ bytes: 0, bodies: 0, addresses: 0 });
});

it('gives up a body that drips on after its time', async () => {
  const { port } = await listening({ stallMs: 400, totalMs: 800 });
  const dripping = await sender(port, { length: 100_000 });
  const timer = setInterval(() => dripping.socket.write('x'), 50);
  closing.push(async () => clearInterval(timer));
  expect(await dripping.answer()).toMatch(/^HTTP\/1.1 408/);
});

it('refuses one address beyond its bytes with 503, and serves the others', async () => {
  const { app, port } = await listening({ bytesPerAddress: 1000 });
  await sender(port, { length: 900, from: '2001:db8::1' });
  await inFlight(app, 1);
  const more = await sender(port, { length: 200, from: '2001:db8::2' });
  await end(more.socket, 200);
  const refused = await more.answer();
  expect(refused).toMatch(/^HTTP\/1.1 503/);
  expect(refused).toMatch(/retry-after: \d+/i);
  expect(refused).toContain('TOO_MANY_UPLOADS');
  const other = await sender(port, { length: 200, from: '2001:db8:0:1::2' });
  await end(other.socket, 200);
  expect(await other.answer()).toMatch(/^HTTP\/1.1 200/);
});

it('refuses beyond the total of all senders, and accepts again after a release', async () => {
  const { app, port } = await listening({ bytesInAll: 1000, bodiesPerAddress: 2 });
  const first = await sender(port, { length: 900 });
  await inFlight(app, 1);
  const second = await sender(port, { length: 200, from: '203.0.113.2' });
  await end(second.socket, 200);
  expect(await second.answer()).toMatch(/^HTTP\/1.1 503/);
  first.socket.destroy();
  await inFlight(app, 0);
  const third = await sender(port, { length: 200 });
  await end(third.socket, 200);
  expect(await third.answer()).toMatch(/^HTTP\/1.1 200/);
});

it('books nothing for a body that announces more than is read, and refuses it once it is silent', async () => {
  const { app, port } = await listening({ bytesPerAddress: 2_000_000, bytesInAll: 2_000_000 });
  const announcing = await Promise.all(
    Array.from({ length: 4 }, async () => sender(port, { length: 512 * 1024 * 1024 })),
  );
  await inFlight(app, 4);
  expect(app.transfers.inFlight.bytes).toBe(0);
  const honest = await sender(port, { length: 200 });
  await end(honest.socket, 200);
  expect(await honest.answer()).toMatch(/^HTTP\/1.1 200/);
  for (const { answer } of announcing)
    expect(await answer()).toMatch(/^HTTP\/1.1 413[\s\S]*REQUEST_TOO_LARGE/);
});

it('counts bodies, however small', async () => {
  const { app, port } = await listening({ bodiesPerAddress: 3 });
  for (let count = 0; count < 3; count += 1) await sender(port, { length: 10 });
  await inFlight(app, 3);
  const fourth = await sender(port, { length: 10 });
  await end(fourth.socket, 10);
  expect(await fourth.answer()).toMatch(/^HTTP\/1.1 503/);
});

it('hands out memory in order and no more than there is', async () => {
  const memory = new ByteSemaphore(100);
  const order: string[] = [];
  const first = await memory.acquire(80);
  const large = memory.acquire(90).then((giveBack) => (order.push('large'), giveBack));
  const small = memory.acquire(10).then((giveBack) => (order.push('small'), giveBack));
  await new Promise(setImmediate);
  expect(order).toEqual([]);
  first();
  first();
  (await large)();
  (await small)();
  expect(order).toEqual(['large', 'small']);
  // More than all of it is all of it, not for ever.
  (await memory.acquire(1000))();
  (await memory.acquire(100))();
});

it('keeps a file on disk without a name and without its words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lacre-spool-test-'));
  const spool = await SpoolFile.create(folder);
  for (const text of ['segredo ', 'do ', 'contrato']) await spool.write(Buffer.from(text));
  expect(await readdir(folder)).toEqual([]);
  expect(spool.sizeBytes).toBe(19);
  expect((await spool.read()).toString()).toBe('segredo do contrato');
  await spool.close();
  await rm(folder, { recursive: true });
});
