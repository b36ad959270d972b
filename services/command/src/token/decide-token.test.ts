import { derivedId } from '@lacre/event-store';
import { it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { token } from './decide-token.ts';

const { given } = specificationOf(token);
const [tokenId, tenantId, issuerId] = ['token', 'tenant', 'user'].map((name) => derivedId(name)) as [
  string,
  string,
  string,
];
const data = { tokenId, tenantId, issuerId, description: 'ERP', role: 'manager' } as const;
const issued = { type: 'ApiTokenIssued', data } as const;
const revoked = { type: 'ApiTokenRevoked', data: { tokenId, tenantId, issuerId } } as const;
const revoke = (role: 'administrator' | 'manager' | 'common', userId = derivedId(role)) =>
  ({ type: 'revoke', tenantId, by: { userId, role } }) as const;

it('is issued once, with a description', () => {
  given()
    .when({ type: 'issue', ...data })
    .thenEvents(issued);
  given(issued)
    .when({ type: 'issue', ...data })
    .thenNothing();
  given()
    .when({ type: 'issue', ...data, description: '' })
    .thenRejected('EMPTY_DESCRIPTION');
});

it('is revoked once, by its issuer or an administrator or manager', () => {
  given(issued).when(revoke('common', issuerId)).thenEvents(revoked);
  given(issued).when(revoke('manager')).thenEvents(revoked);
  given(issued, revoked).when(revoke('manager')).thenNothing();
});

it('is unknown to other users and other tenants', () => {
  given().when(revoke('manager')).thenRejected('TOKEN_NOT_FOUND');
  given(issued).when(revoke('common')).thenRejected('TOKEN_NOT_FOUND');
  given(issued)
    .when({ ...revoke('administrator'), tenantId: derivedId('other') })
    .thenRejected('TOKEN_NOT_FOUND');
});

it('of an administrator is revoked by administrators alone', () => {
  const ofAdministrator = { type: 'ApiTokenIssued', data: { ...data, role: 'administrator' } } as const;
  given(ofAdministrator).when(revoke('manager')).thenRejected('AUTH_PERMISSION_EDIT_ADMIN_USER');
  given(ofAdministrator).when(revoke('administrator')).thenEvents(revoked);
});
