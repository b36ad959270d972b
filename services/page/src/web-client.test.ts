import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { answerPage, serveWebClient } from './web-client.ts';

const SCRIPT = 'main-DHqA_dwk.js';
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-client-'));
  const root = join(folder, 'dist');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(folder, 'outside.js'), 'outside');
  await writeFile(join(root, 'index.html'), 'the page');
  await writeFile(join(root, 'assets', SCRIPT), 'the script');
  await writeFile(join(root, 'assets', `${SCRIPT}.br`), 'compressed');
  app = Fastify();
  app.setNotFoundHandler(answerPage);
  await serveWebClient(app, root);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

it('serves an asset for ever, compressed where the browser accepts it', async () => {
  const plain = await get(`/assets/${SCRIPT}`);
  expect([plain.statusCode, plain.body]).toEqual([200, 'the script']);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(plain.headers['content-security-policy']).toContain("default-src 'none'");
  const compressed = await get(`/assets/${SCRIPT}`, { 'accept-encoding': 'br' });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(compressed.headers['content-type']).toMatch(/^application\/javascript/);
});

it('serves the page anew each time, at any address of the client', async () => {
  for (const path of ['/', '/processes', '/assets', '/assets/']) {
    const { statusCode, body, headers } = await get(path, { accept: 'text/html' });
    expect([statusCode, body, headers['cache-control']], path).toEqual([200, 'the page', 'no-cache']);
  }
});

it.each(['/assets/gone.js', '/assets/..%2f..%2foutside.js', '/assets/.%2e%2foutside.js', '/assets/.hidden'])(
  'answers 404 for an unknown file: %s',
  async (path) => {
    const { statusCode, headers } = await get(path);
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-store');
  },
);
