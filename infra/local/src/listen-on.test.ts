import { once } from 'node:events';
import { createServer } from 'node:net';

import { portOf } from '@lacre/test-support';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';

import { listenOn } from './listen-on.ts';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

/** Answers with the address that it was reached at; `/slow` once it is let. */
function echo(slow = Promise.resolve()): FastifyInstance {
  const app = fastify();
  app.get('/', (request) => request.raw.socket.localAddress);
  app.get('/slow', async () => {
    await slow;
    return 'done';
  });
  return app;
}

it('listens on both loopback addresses for localhost', async () => {
  const app = echo();
  close = await listenOn(app, { host: 'localhost', port: 0 });
  for (const [host, address] of [
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
  ])
    expect(await (await fetch(`http://${host}:${portOf(app.server)}/`)).text()).toBe(address);
});

it('listens nowhere else when an address is named', async () => {
  const app = echo();
  close = await listenOn(app, { host: '127.0.0.1', port: 0 });
  await expect(fetch(`http://[::1]:${portOf(app.server)}/`)).rejects.toThrow('fetch failed');
});

it('does not share a port with another program at ::1', async () => {
  const other = createServer().listen({ host: '::1', port: 0, ipv6Only: true });
  await once(other, 'listening');
  const app = echo();
  close = () => app.close();
  await expect(listenOn(app, { host: 'localhost', port: portOf(other) })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  other.close();
});

it('answers what is in flight at ::1 before it ends', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const app = echo(promise);
  const arrived = new Promise((arrive) => app.server.once('request', arrive));
  const end = await listenOn(app, { host: 'localhost', port: 0 });
  const port = portOf(app.server);
  const answer = fetch(`http://[::1]:${port}/slow`);
  await arrived;
  const ended = end();
  resolve();
  expect(await (await answer).text()).toBe('done');
  await ended;
  close = undefined;
  await expect(fetch(`http://[::1]:${port}/`)).rejects.toThrow('fetch failed');
});
