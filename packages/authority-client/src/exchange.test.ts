import { createServer, type Server } from 'node:http';

import { listenLocally } from '@lacre/test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { AuthorityUnavailable, exchange, fetchPublished } from './exchange.ts';

let server: Server;
let origin: string;
const asked: { method: string | undefined; headers: Record<string, unknown>; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, headers, url } = request;
      asked.push({ method, headers, body: Buffer.concat(chunks).toString() });
      if (url === '/moved') return void response.writeHead(302, { location: '/' }).end();
      if (url === '/busy') return void response.writeHead(503).end();
      if (url === '/much') return void response.end(Buffer.alloc(16 * 1024 * 1024 + 1));
      response.end('answer');
    });
  });
  origin = `http://127.0.0.1:${await listenLocally(server)}`;
});
afterAll(() => void server.close());

it('posts a request with its types, and gives the answer back', async () => {
  const answer = await exchange(origin, 'application/ocsp-request', Buffer.from('request'), 'application/x');
  expect(answer.toString()).toBe('answer');
  expect(asked.at(-1)).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/ocsp-request', accept: 'application/x' },
    body: 'request',
  });
});

it('sends user and password of an address as basic authentication', async () => {
  await fetchPublished(origin.replace('//', '//ana:s%40nha@'));
  const authorization = `Basic ${Buffer.from('ana:s@nha').toString('base64')}`;
  expect(asked.at(-1)).toMatchObject({ method: 'GET', headers: { authorization } });
});

it.each([
  ['answers that it is busy', () => `${origin}/busy`, /answered 503/],
  ['sends it elsewhere', () => `${origin}/moved`, /did not answer/],
  ['answers more than 16 MB', () => `${origin}/much`, /answered too much/],
  ['is not there', () => 'http://127.0.0.1:1/', /did not answer/],
  ['has no address', () => 'http://', /^the address of an authority is malformed$/],
  [
    'has a password in no address',
    () => 'http://ana:se gredo@[',
    /^the address of an authority is malformed$/,
  ],
  [
    'has a user in no encoding',
    () => 'http://%zz:segredo@127.0.0.1/',
    /^the address of an authority is malformed$/,
  ],
])('is without an authority that %s', async (_case, address, message) => {
  const failure = fetchPublished(address());
  await expect(failure).rejects.toThrow(AuthorityUnavailable);
  await expect(failure).rejects.toThrow(message);
});
