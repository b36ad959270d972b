import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';

import { errors, isErrorCode } from '../errors.ts';
import { PROVIDER_CODES } from '../provider-codes.ts';
import type { OperationShape } from './operation.ts';
import { operations, type AnswerOf, type BodyOf } from './operations.ts';
import { paths } from './paths.ts';
import { rules, type Rule } from './rules.ts';

it('gives every path one operation with its own method and path', () => {
  for (const [name, place] of Object.entries(paths)) {
    expect(operations[name as keyof typeof operations]).toMatchObject({ name, ...place });
  }
});

it('gives no two operations the same place', () => {
  const places = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(places).size).toBe(places.length);
});

it('names only known error codes, each with a status and a Portuguese title', () => {
  for (const { errors: codes } of Object.values(operations))
    for (const code of codes) expect(isErrorCode(code)).toBe(true);
  for (const { status, title } of Object.values(errors)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(title).toMatch(/[.?]$/);
  }
});

it('has a row for each code of the identity provider that the source specification names', () => {
  for (const code of [
    'wrong-password',
    'user-not-found',
    'email-already-in-use',
    'too-many-requests',
    'invalid-credential',
    'network-request-failed',
    'requires-recent-login',
  ] as const)
    expect(isErrorCode(PROVIDER_CODES[code]), code).toBe(true);
  const sayWhoIsRegistered = new Set([PROVIDER_CODES['wrong-password'], PROVIDER_CODES['user-not-found']]);
  expect(sayWhoIsRegistered.size).toBe(1);
  expect(errors.INVALID_CREDENTIALS.title).toContain('Email ou senha incorretos');
  expect(errors.SIGN_IN_FAILED.title).toContain('Erro ao entrar');
  expect(errors.GOOGLE_SIGN_IN_FAILED.title).toContain('Erro ao fazer login');
});

it('changes nothing by GET', () => {
  const all = Object.entries(operations as Record<string, OperationShape & { method: string }>);
  const byGet = all.filter(([, { method }]) => method === 'GET');
  expect(byGet.filter(([, { kind }]) => kind === 'command')).toEqual([]);
  // Of those about one's own session each is named: what they are called is what they do.
  const ofSession = byGet.filter(([, { kind }]) => kind === 'session').map(([name]) => name);
  expect(
    ofSession.filter((name) => !/^(?:get|list|current|.*Options$|.*Offer$|tenantBranding)/.test(name)),
  ).toEqual([]);
});

it('takes in no field of a body that it does not name', () => {
  const bodies = Object.values(operations as Record<string, OperationShape>).flatMap(
    ({ body }) => body ?? [],
  );
  expect(bodies.length).toBeGreaterThan(50);
  const open = bodies.filter((body) => {
    const issues = body.safeParse({ surprise: 'x' }).error?.issues ?? [];
    return !issues.some(({ code }) => code === 'unrecognized_keys' || code === 'invalid_union');
  });
  expect(open.map((body) => z.globalRegistry.get(body)?.id ?? 'unnamed')).toEqual([]);
});

it('infers bodies and answers', () => {
  expectTypeOf<BodyOf<'cancelProcess'>>().toEqualTypeOf<{
    documentId?: string | undefined;
    reason?: string | undefined;
  }>();
  expectTypeOf<AnswerOf<'createPerson'>>().toEqualTypeOf<{ position: string; personId: string }>();
});

it('gives a scope to each operation that API tokens may call, and to no other', () => {
  for (const [name, { allow, scope }] of Object.entries<OperationShape>(operations)) {
    const rule: Rule = rules[allow];
    expect([name, scope !== undefined]).toEqual([name, rule.tokens]);
  }
});

it('gives the scope to read no command', () => {
  const changing = Object.entries<OperationShape>(operations).filter(
    ([, { scope, kind }]) => scope === 'read' && kind === 'command',
  );
  expect(changing.map(([name]) => name)).toEqual([]);
});
