import { introducingCallers } from '@lacre/access/testing';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { buildService } from './index.ts';
import { route } from './route.ts';

let lines: string[] = [];
const app = await buildService({
  logger: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
  keys: async () => ({ keys: [] }),
  callers: introducingCallers(createMemoryEventStore()),
  apiTokens: async () => undefined,
  trustedProxies: 1,
});
beforeAll(async () => {
  route(app, 'listPersons', async () => {
    throw new Error('never reached');
  });
  await app.ready();
});
afterAll(() => app.close());
beforeEach(() => {
  lines = [];
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const headers = {
  traceparent: `00-${TRACE}-00f067aa0ba902b7-00`,
  'x-forwarded-for': '203.0.113.77',
  authorization: 'Bearer SEGREDO',
};

it('writes a line for each answer, under an id that its caller received', async () => {
  const reply = await app.inject({ url: '/person?search=52998224725', headers });
  const { instance } = reply.json<{ instance: string }>();
  expect([reply.statusCode, reply.headers['x-request-id']]).toEqual([401, instance]);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 30,
    msg: 'answered',
    requestId: instance,
    trace_id: TRACE,
    operation: 'listPersons',
    method: 'GET',
    status: 401,
    code: 'AUTH_TOKEN_MALFORMATED',
    durationMs: expect.any(Number) as number,
  });
  for (const secret of ['52998224725', '203.0.113.77', 'SEGREDO', '/person'])
    expect(lines[0]).not.toContain(secret);
});

it('logs requests to unknown addresses at debug alone', async () => {
  const reply = await app.inject({ url: '/wp-login.php?user=ana', headers: { traceparent: 'nonsense' } });
  const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  expect(line).toMatchObject({ level: 20, requestId: reply.headers['x-request-id'], status: 404 });
  expect(['trace_id', 'operation'].filter((name) => name in line)).toEqual([]);
  expect(lines[0]).not.toContain('wp-login');
});
