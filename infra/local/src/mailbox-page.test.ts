import { request as send } from 'node:http';
import { networkInterfaces } from 'node:os';

import { answerProblem } from '@lacre/http';
import type { Mailbox } from '@lacre/mailer';
import { portOf } from '@lacre/test-support';
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';

import { serveMailbox } from './mailbox-page.ts';

const empty = { listMessages: async () => [] } as unknown as Mailbox;
const apps: ReturnType<typeof Fastify>[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

async function listening(host: string, isExposed = false): Promise<number> {
  const app = Fastify();
  apps.push(app);
  app.setErrorHandler(answerProblem as never);
  await app.register((scope) => serveMailbox(scope as never, empty, { isExposed }));
  await app.listen({ host, port: 0 });
  return portOf(app.server);
}

const ask = (host: string, port: number, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const asked = send({ host, port, path: '/dev/mailbox/messages', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', reject).end();
  });

const outside = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

it('is read on this machine by a loopback name', async () => {
  const port = await listening('127.0.0.1');
  for (const host of ['127.0.0.1', 'localhost', `localhost:${port}`, '[::1]'])
    expect(await ask('127.0.0.1', port, { host }), host).toBe(200);
});

it('answers 404 to a name that was rebound to loopback', async () => {
  const port = await listening('127.0.0.1');
  for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1'])
    expect(await ask('127.0.0.1', port, { host }), host).toBe(404);
});

it('answers 404 through a proxy on this machine', async () => {
  const port = await listening('127.0.0.1');
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'])
    expect(await ask('127.0.0.1', port, { host: '127.0.0.1', [name]: '203.0.113.7' }), name).toBe(404);
});

it.runIf(outside !== undefined)('answers 404 at a network address, unless exposed', async () => {
  const host = outside ?? '';
  const port = await listening('0.0.0.0');
  expect(await ask(host, port, { host })).toBe(404);
  expect(await ask(host, port, { host: 'localhost' })).toBe(404);
  expect(await ask('127.0.0.1', port, { host: 'localhost' })).toBe(200);
  expect(await ask(host, await listening('0.0.0.0', true), { host })).toBe(200);
});
