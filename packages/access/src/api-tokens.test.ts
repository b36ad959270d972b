import { createServer, type Server } from 'node:http';

import { listenLocally } from '@lacre/test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { remoteApiTokens } from './api-tokens.ts';

const token = { tokenId: 't', tenantId: 'a', issuerId: 'u' };
let server: Server;
let asked: string[];
let status = 200;
beforeAll(async () => {
  asked = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { secret } = JSON.parse(body) as { secret: string };
      asked.push(secret);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ token: secret === 'known' ? token : null }));
    });
  });
  find = remoteApiTokens(`http://127.0.0.1:${await listenLocally(server)}`);
});
afterAll(() => void server.close());

let find: ReturnType<typeof remoteApiTokens>;

it('asks once for the holder of a token, and each time for an unknown one', async () => {
  expect([await find('known'), await find('known')]).toEqual([token, token]);
  expect([await find('other'), await find('other')]).toEqual([undefined, undefined]);
  expect(asked).toEqual(['known', 'other', 'other']);
});

it('rejects every token while the identity service does not answer', async () => {
  status = 500;
  await expect(find('third')).rejects.toThrow('500');
  status = 200;
});
