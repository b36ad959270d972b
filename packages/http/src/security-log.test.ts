import { randomUUID } from 'node:crypto';

import { introducingCallers } from '@lacre/access/testing';
import type { ErrorCode } from '@lacre/contracts';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { buildService, Refusal, type SecurityEntry } from './index.ts';
import { route } from './route.ts';

const entries: SecurityEntry[] = [];
let refusal: ErrorCode | undefined;
const app = await buildService({
  logger: pino({ level: 'silent' }),
  keys: async () => ({ keys: [] }),
  callers: introducingCallers(createMemoryEventStore()),
  apiTokens: async () => undefined,
  trustedProxies: 0,
  securityLog: { note: (entry) => void entries.push(entry) },
});
const answer = (): never => {
  throw new Refusal(refusal ?? 'INTERNAL_ERROR');
};

beforeAll(async () => {
  route(app, 'resetPassword', answer);
  route(app, 'openSignInLink', answer);
  route(app, 'undoEmailChange', answer);
  route(app, 'requestSigningCode', answer);
  await app.ready();
});
afterAll(() => app.close());

const asked = { cpf: '52998224725', processId: randomUUID(), personId: randomUUID() };

it.each([
  ['a link that was used', '/session/link/open', { link: 'a' }, 'LINK_INVALID', 'sign-in-refused'],
  [
    'a link to a new password',
    '/session/password',
    { link: 'a', password: 'outra frase' },
    'LINK_INVALID',
    'sign-in-refused',
  ],
  ['a link that undoes', '/session/email/undo', { link: 'a' }, 'LINK_INVALID', 'refused'],
  ['a CPF that is not the invited one', '/signature/code', asked, 'AUTH_PERSON_NOT_FOUND', 'refused'],
  ['a code that is wrong', '/signature/code', asked, 'CODE_INVALID', 'refused'],
  ['a current password that is wrong', '/signature/code', asked, 'WRONG_CURRENT_PASSWORD', 'refused'],
] as const)('notes %s', async (_, url, payload, code, kind) => {
  refusal = code;
  entries.length = 0;
  const reply = await app.inject({ method: 'POST', url, payload });
  expect(reply.json()).toMatchObject({ code });
  expect(entries).toMatchObject([{ kind, code, status: reply.statusCode }]);
});

it('logs no content of a form that is filled in wrong', async () => {
  entries.length = 0;
  const reply = await app.inject({ method: 'POST', url: '/signature/code', payload: { cpf: '1' } });
  expect([reply.statusCode, entries]).toEqual([422, []]);
});
