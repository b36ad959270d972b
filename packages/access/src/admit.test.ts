import { randomUUID } from 'node:crypto';

import type { OperationName } from '@lacre/contracts';
import { expect, it } from 'vitest';

import { admit, isPublic } from './admit.ts';
import type { Callers } from './callers.ts';
import type { Claims, Principal, TokenGrant } from './principal.ts';

const [sub, tenantId] = [randomUUID(), randomUUID()];
const user: Claims = { kind: 'user', sub, tenantId, role: 'administrator', name: 'Ana' };
const person: Claims = { kind: 'person', sub, tenantId, name: 'Rui' };
const everywhere: TokenGrant = { scopes: ['read'], networks: [] };

const known = (principal: Principal): Callers => ({
  admit: async () => ({ admitted: true, principal, isMoving: false }),
});
const manager: Principal = { ...user, role: 'manager', companies: 'all' };
const throughToken = (grant: TokenGrant) => known({ ...manager, tokenId: randomUUID(), grant });

const outcome = async (name: OperationName, callers: Callers, claims: Claims, address = '203.0.113.7') => {
  const admission = await admit(callers, name, claims, address);
  return admission.admitted ? admission.principal.kind : (admission.detail ?? admission.code);
};

it('knows which operations need no caller', () => {
  expect([isPublic('signIn'), isPublic('createTag')]).toEqual([true, false]);
});

it.each([
  ['createTag', person, 'AUTH_USER_WITHOUT_PERMISSION'],
  ['listSignatures', user, 'AUTH_PERSON_NO_AUTHORIZATION'],
] as const)('refuses the other kind of caller of %s before the log is asked', async (name, claims, code) => {
  const unasked: Callers = { admit: () => Promise.reject(new Error('the log was asked')) };
  expect(await outcome(name, unasked, claims)).toBe(code);
});

it('admits a person known to the log', async () => {
  expect(await outcome('listSignatures', known(person), person)).toBe('person');
});

it('goes by the role in the log, whatever the token says', async () => {
  const totem: Principal = { ...manager, role: 'totem' };
  expect(await outcome('listProcesses', known(manager), user)).toBe('user');
  expect(await outcome('listProcesses', known(totem), user)).toBe('AUTH_USER_WITHOUT_PERMISSION');
});

it('returns the refusal that the log gives', async () => {
  const gone: Callers = { admit: async () => ({ admitted: false, code: 'AUTH_USER_INACTIVE' }) };
  expect(await outcome('listProcesses', gone, user)).toBe('AUTH_USER_INACTIVE');
});

it.each([
  ['listProcesses', everywhere, 'user'],
  ['listProcesses', { ...everywhere, networks: ['203.0.113.0/24'] }, 'user'],
  ['listProcesses', { ...everywhere, networks: ['198.51.100.0/24'] }, 'TOKEN_NETWORK_NOT_ALLOWED'],
  ['createTag', everywhere, 'Escopo exigido: registers.'],
] as const)('holds an API token that asks for %s to %j: %s', async (name, grant, expected) => {
  const claims: Claims = { ...user, tokenId: randomUUID() };
  expect(await outcome(name, throughToken(grant), claims)).toBe(expected);
});

it('refuses API tokens for operations on credentials', async () => {
  const claims: Claims = { ...user, tokenId: randomUUID() };
  expect(await outcome('changePassword', throughToken(everywhere), claims)).toBe('AUTH_METHOD_NOT_ALLOWED');
});
