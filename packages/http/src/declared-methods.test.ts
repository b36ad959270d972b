import { randomUUID } from 'node:crypto';

import { expect, it } from 'vitest';

import { Refusal } from './index.ts';
import { route } from './route.ts';
import { asUser, newService, useService } from './testing/use-service.ts';

const { cast, post } = useService();

it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const)(
  'answers %s at a known address with 405 and the methods it takes, before it reads a body',
  async (method) => {
    const { statusCode, headers, body } = await cast.app.inject({
      method,
      url: '/signature?page=1',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expect([statusCode, headers['allow'], JSON.parse(body)]).toMatchObject([
      405,
      'GET, HEAD',
      { code: 'METHOD_NOT_ALLOWED' },
    ]);
  },
);

it('answers GET at an address of commands with 405 where a static folder takes every GET', async () => {
  const beside = await newService();
  beside.get('/*', (_request, reply) => {
    reply.callNotFound();
  });
  route(beside, 'cancelProcess', async () => ({ position: '7' }));
  await beside.ready();
  const known = await beside.inject(`/process/${randomUUID()}/cancel`);
  expect([known.statusCode, known.headers['allow'], known.json().code]).toEqual([
    405,
    'POST',
    'METHOD_NOT_ALLOWED',
  ]);
  expect((await beside.inject('/nada')).json()).toMatchObject({ code: 'ROUTE_NOT_FOUND' });
  await beside.close();
});

it('answers an undeclared method with 405 where a path with a parameter takes it', async () => {
  const beside = await newService();
  route(beside, 'removePasskey', ({ reply }) => reply.code(204));
  route(beside, 'startPasskey', async () => ({ options: { challenge: '' }, challenge: '' }));
  await beside.ready();
  const ask = (method: 'DELETE' | 'POST' | 'PUT', last: string) =>
    beside.inject({ method, url: `/account/passkey/${last}?a=b` });
  for (const [method, last, status, allow] of [
    ['DELETE', 'start', 405, 'POST'],
    ['PUT', 'start', 405, 'POST'],
    ['POST', 'start', 401, undefined],
    ['DELETE', randomUUID(), 401, undefined],
    ['POST', randomUUID(), 405, 'DELETE'],
  ] as const) {
    const { statusCode, headers } = await ask(method, last);
    expect([statusCode, headers['allow']], `${method} ${last}`).toEqual([status, allow]);
  }
  await beside.close();
});

it('names the other methods of the address where an operation itself is switched off', async () => {
  cast.fault = new Refusal('AUTH_METHOD_NOT_ALLOWED');
  const { statusCode, headers } = await post({ reason: 'fault' }, asUser);
  expect([statusCode, headers['allow']]).toEqual([405, '']);
});
