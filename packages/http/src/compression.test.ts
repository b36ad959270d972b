import { gunzipSync } from 'node:zlib';

import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { compressAnswers } from './compression.ts';

const app = Fastify();
const LONG = { items: Array.from({ length: 200 }, (_, number) => ({ number, name: 'Ana Souza Lima' })) };
const bearer = { authorization: 'Bearer x' };

beforeAll(async () => {
  compressAnswers(app);
  app.get('/long', async () => LONG);
  app.get('/short', async () => ({ name: 'Ana' }));
  await app.ready();
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string>) => app.inject({ url, headers });

it('compresses a long answer for a bearer of a token that takes gzip', async () => {
  const answer = await get('/long', { ...bearer, 'accept-encoding': 'br;q=1.0, gzip;q=0.8' });
  expect(answer.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    'content-length': String(answer.rawPayload.length),
  });
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(LONG);
});

it.each([
  ['nobody', '/long', { 'accept-encoding': 'gzip' }],
  ['who says nothing of gzip', '/long', bearer],
  ['who refuses gzip', '/long', { ...bearer, 'accept-encoding': 'br, gzip;q=0.0' }],
  ['a short answer', '/short', { ...bearer, 'accept-encoding': 'gzip' }],
])('leaves the answer as it is: %s', async (_name, url, headers) => {
  const answer = await get(url, headers);
  expect(answer.headers).not.toHaveProperty('content-encoding');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toBeTypeOf('object');
});
