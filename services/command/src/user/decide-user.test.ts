import { derivedId } from '@lacre/event-store';
import { expect, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { user, type UserStreamEvent } from './decide-user.ts';

const { given } = specificationOf(user);
const [userId, tenantId] = ['user', 'tenant'].map((name) => derivedId(name)) as [string, string];
const data = { userId, tenantId, name: 'Ana', email: 'ana@exemplo.com.br', role: 'administrator' } as const;
const created: UserStreamEvent = { type: 'UserCreated', data };
const signedIn: UserStreamEvent = { type: 'UserSignedIn', data: { userId, tenantId, method: 'password' } };

it('creates a user once', () => {
  given()
    .when({ type: 'create', ...data })
    .thenEvents(created);
  given(created)
    .when({ type: 'create', ...data })
    .thenNothing();
});

it('records each sign-in of who exists', () => {
  given(created).when({ type: 'recordSignIn', method: 'password' }).thenEvents(signedIn);
  given(created, signedIn).when({ type: 'recordSignIn', method: 'password' }).thenEvents(signedIn);
  expect(given(created, signedIn).state()).toEqual({ status: 'active', ...data });
  given().when({ type: 'recordSignIn', method: 'password' }).thenRejected('AUTH_USER_NOT_FOUND');
});
