import http, { type IncomingMessage, type ServerResponse } from 'node:http';

import { listenLocally } from '@lacre/test-support';
import { afterEach, describe, expect, test } from 'vitest';

import { createClient } from './client.ts';
import { pauseAfter, retryAfterOf, DEFAULT_RETRY, type RetryPolicy } from './retry.ts';

interface Asked {
  method: string | undefined;
  url: string | undefined;
  key: string | undefined;
  body: string;
}
type Step = (response: ServerResponse) => void;

const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Step =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
      .end(JSON.stringify({ code, title: 'x', status }));
const answer =
  (body: object): Step =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
/** The line breaks after the request has arrived: whether it was done is unknown. */
const hangUp: Step = (response) => response.socket?.destroy();

const id = '0198c5a0-0000-7000-8000-000000000001';
const cancel = { params: { processId: id }, body: { reason: 'Mudou' } };
const QUICK: Partial<RetryPolicy> = { firstPauseMs: 5, longestPauseMs: 20 };
const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A server that takes the steps one after another, the last for ever. */
async function serverOf(...steps: Step[]): Promise<{ origin: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = http.createServer((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const step = steps[Math.min(asked.length, steps.length - 1)];
      const { method, url, headers } = request;
      asked.push({ method, url, key: headers['idempotency-key'] as string | undefined, body });
      step?.(response);
    });
  });
  servers.push(server);
  return { origin: `http://127.0.0.1:${await listenLocally(server)}`, asked };
}

describe('a command', () => {
  test.each([
    ['loses its line', hangUp],
    ['comes while the service is away', problem(503, 'SERVICE_UNAVAILABLE')],
    ['comes too often', problem(429, 'TOO_MANY_REQUESTS', { 'retry-after': '0' })],
    ["meets a proxy's error", (response: ServerResponse) => response.writeHead(502).end('<h1>Bad gateway')],
  ])('that %s is sent again under the same key', async (_case, failure) => {
    const { origin, asked } = await serverOf(failure, failure, answer({ position: '9' }));
    const client = createClient({ origin, retry: QUICK });
    expect(await client.call('cancelProcess', cancel)).toEqual({ position: '9' });
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
    expect(asked[0]?.key).toMatch(/^[\da-f-]{36}$/);
  });

  test('keeps the key it is given, in this run and in the next', async () => {
    const { origin, asked } = await serverOf(hangUp, answer({ position: '9' }));
    for (let run = 0; run < 2; run++)
      await createClient({ origin, retry: QUICK }).call('cancelProcess', {
        ...cancel,
        idempotencyKey: 'pedido-1042',
      });
    expect(asked.map(({ key }) => key)).toEqual(['pedido-1042', 'pedido-1042', 'pedido-1042']);
  });

  test('is given up after so many attempts, with the last answer', async () => {
    const { origin, asked } = await serverOf(problem(503, 'SIGNATURE_QUEUE_ERROR'));
    const client = createClient({ origin, retry: { ...QUICK, attempts: 3 } });
    await expect(client.call('cancelProcess', cancel)).rejects.toMatchObject({
      code: 'SIGNATURE_QUEUE_ERROR',
      status: 503,
    });
    expect(asked).toHaveLength(3);
  });

  test('is not kept longer than the time for all of it, whatever the server would have it wait', async () => {
    const { origin, asked } = await serverOf(problem(429, 'TOO_MANY_REQUESTS', { 'retry-after': '3600' }));
    await expect(createClient({ origin }).call('cancelProcess', cancel)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfterSeconds: 3600,
    });
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['refused', 409, 'DOCUMENT_NOT_PENDING'],
    ['met by a fault', 500, 'INTERNAL_ERROR'],
    ['what another service did not answer to', 502, 'EMPTY_CNPJ_SEARCH'],
  ])('%s is not sent again', async (_case, status, code) => {
    const { origin, asked } = await serverOf(problem(status, code));
    const client = createClient({ origin, retry: QUICK });
    await expect(client.call('cancelProcess', cancel)).rejects.toMatchObject({ code });
    expect(asked).toHaveLength(1);
  });

  test('that is given up while it waits ends at once', async () => {
    const { origin } = await serverOf(problem(503, 'SERVICE_UNAVAILABLE'));
    const given = new AbortController();
    const call = createClient({
      origin,
      retry: { firstPauseMs: 60_000, longestPauseMs: 60_000, withinMs: 1e9 },
    }).call('cancelProcess', { ...cancel, signal: given.signal });
    setTimeout(() => given.abort(), 20);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('an operation that is not idempotent is sent once', async () => {
  const { origin, asked } = await serverOf(hangUp);
  const client = createClient({ origin, retry: QUICK });
  const body = { email: 'ana@exemplo.com.br' };
  await expect(client.call('requestPasswordReset', { body })).rejects.toMatchObject({ code: 'NETWORK' });
  expect(asked).toHaveLength(1);
});

test('reads are left to a cache that repeats them', async () => {
  const { origin, asked } = await serverOf(hangUp, answer({ position: '1' }));
  const client = createClient({ origin, retry: { ...QUICK, of: 'commands' } });
  await expect(client.call('dashboard')).rejects.toMatchObject({ code: 'NETWORK' });
  expect(asked).toHaveLength(1);
});

test('a file goes as a form, with its fields before it', async () => {
  const { origin, asked } = await serverOf(hangUp, answer({ proof: 'p' }));
  const file = new File(['%PDF-1.7'], 'contrato.pdf', { type: 'application/pdf' });
  const client = createClient({ origin, retry: QUICK });
  await client.call('uploadDocument', { file, fields: { password: 'segredo' } });
  expect(asked).toHaveLength(2);
  for (const { body } of asked)
    expect(body).toMatch(
      /name="password"[\s\S]*segredo[\s\S]*name="file"; filename="contrato\.pdf"[\s\S]*%PDF/,
    );
});

test('pauses double, half of each at random, up to a longest one and a last moment', () => {
  const longest = (failed: number) => pauseAfter(failed, 0, DEFAULT_RETRY, undefined, () => 0);
  expect([1, 2, 3].map(longest)).toEqual([400, 800, 1600]);
  expect(pauseAfter(1, 0, DEFAULT_RETRY, undefined, () => 1)).toBe(200);
  expect(pauseAfter(8, 0, { ...DEFAULT_RETRY, attempts: 9 }, undefined, () => 0)).toBe(8000);
  expect(pauseAfter(1, 0, DEFAULT_RETRY, 12)).toBe(12_000);
  expect(pauseAfter(4, 0, DEFAULT_RETRY, undefined)).toBe(undefined);
  expect(pauseAfter(1, 59_900, DEFAULT_RETRY, undefined)).toBe(undefined);
});

test('Retry-After is read in seconds and as a date', () => {
  const now = Date.UTC(2026, 4, 4, 12, 0, 0);
  expect(retryAfterOf('7', now)).toBe(7);
  expect(retryAfterOf('Mon, 04 May 2026 12:00:30 GMT', now)).toBe(30);
  expect(retryAfterOf('Mon, 04 May 2026 11:00:00 GMT', now)).toBe(0);
  for (const nothing of [null, '', 'em breve']) expect(retryAfterOf(nothing, now)).toBe(undefined);
});
