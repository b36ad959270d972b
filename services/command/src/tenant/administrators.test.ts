import { derivedId } from '@lacre/event-store';
import { describe, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { user, type UserStreamEvent } from '../user/decide-user.ts';
import { tenant, type TenantStreamEvent } from './decide-tenant.ts';

const [tenantId, ana, bia, caio, offerId] = ['tenant', 'ana', 'bia', 'caio', 'offer'].map((name) =>
  derivedId(name),
) as [string, string, string, string, string];
const [at, expiresAt] = ['2026-11-24T12:00:00.000Z', '2026-12-01T12:00:00.000Z'];

describe('the administration of a tenant', () => {
  const { given } = specificationOf(tenant);
  const registered: TenantStreamEvent = {
    type: 'TenantRegistered',
    data: { tenantId, name: 'Conta', domain: 'conta', administratorId: ana },
  };
  const added = (userId: string): TenantStreamEvent => ({
    type: 'TenantAdministratorAdded',
    data: { tenantId, userId, grantId: derivedId('grant', userId) },
  });
  const removed = (userId: string, grantId: string, more: object = {}): TenantStreamEvent => ({
    type: 'TenantAdministratorRemoved',
    data: { tenantId, userId, grantId, ...more },
  });
  const add = (by: string, userId: string) =>
    ({ type: 'addAdministrator', by, userId, grantId: derivedId('grant', userId) }) as const;
  const remove = (by: string, userId: string, standing: string[]) =>
    ({ type: 'removeAdministrator', by, userId, standing }) as const;
  const grantOf = (userId: string) => (userId === ana ? ana : derivedId('grant', userId));

  it('is given by administrators alone', () => {
    given(registered).when(add(ana, bia)).thenEvents(added(bia));
    given(registered, added(bia)).when(add(ana, bia)).thenNothing();
    given(registered).when(add(bia, bia)).thenRejected('AUTH_USER_NOT_ADMIN');
    given(registered, added(bia), removed(ana, ana)).when(add(ana, caio)).thenRejected('AUTH_USER_NOT_ADMIN');
  });

  it('is never taken from the last of them', () => {
    given(registered)
      .when(remove(ana, ana, [ana]))
      .thenRejected('LAST_ADMINISTRATOR');
    given(registered, added(bia))
      .when(remove(ana, bia, [ana, grantOf(bia)]))
      .thenEvents(removed(bia, grantOf(bia)));
    given(registered, added(bia))
      .when(remove(ana, ana, [ana, grantOf(bia)]))
      .thenEvents(removed(ana, ana));
    // Decided a moment after Bia let Ana go, on what was read before that.
    given(registered, added(bia), removed(ana, ana))
      .when(remove(ana, bia, [ana, grantOf(bia)]))
      .thenRejected('AUTH_USER_NOT_ADMIN');
    given(registered, added(bia), removed(ana, ana))
      .when(remove(bia, bia, [ana, grantOf(bia)]))
      .thenRejected('LAST_ADMINISTRATOR');
  });

  it('does not count a user whose own stream lacks the grant', () => {
    given(registered, added(bia))
      .when(remove(ana, ana, [ana]))
      .thenRejected('LAST_ADMINISTRATOR');
    given(registered, added(bia), removed(bia, grantOf(bia)), {
      type: 'TenantAdministratorAdded',
      data: { tenantId, userId: bia, grantId: derivedId('another') },
    })
      .when(remove(ana, ana, [ana, grantOf(bia)]))
      .thenRejected('LAST_ADMINISTRATOR');
  });

  const offered = (userId = bia): TenantStreamEvent => ({
    type: 'AdministrationOffered',
    data: { tenantId, offerId, userId, offererId: ana, expiresAt },
  });
  const offer = { tenantId, offerId, userId: bia, offererId: ana };
  const accepted: TenantStreamEvent = { type: 'AdministrationAccepted', data: offer };
  const accept = (by: string, when = at) =>
    ({ type: 'acceptAdministration', by, offerId, at: when }) as const;
  const end = (by: string, when = at) => ({ type: 'endAdministrationOffer', by, offerId, at: when }) as const;

  it('is handed over by an act of both', () => {
    const asked = { type: 'offerAdministration', by: ana, userId: bia, offerId, expiresAt, at } as const;
    given(registered).when(asked).thenEvents(offered());
    given(registered, offered())
      .when({ ...asked, offerId: derivedId('second') })
      .thenRejected('ADMINISTRATION_OFFER_OPEN');
    given(registered, offered())
      .when({ ...asked, offerId: derivedId('second'), at: expiresAt })
      .thenTypes('AdministrationOffered');
    given(registered)
      .when({ ...asked, by: bia })
      .thenRejected('AUTH_USER_NOT_ADMIN');
    given(registered, added(bia)).when(asked).thenRejected('AUTH_USER_DATA_VALIDATION');
    given(registered, offered()).when(accept(bia)).thenEvents(accepted);
    given(registered, offered(), accepted).when(accept(bia)).thenNothing();
    given(registered, offered(), accepted)
      .when(remove(bia, ana, [ana, offerId]))
      .thenEvents(removed(ana, ana, { offerId }));
  });

  it('is not taken by other users, after its time, or from one who administers no more', () => {
    for (const by of [ana, caio])
      given(registered, offered()).when(accept(by)).thenRejected('ADMINISTRATION_OFFER_NOT_FOUND');
    given(registered, offered()).when(accept(bia, expiresAt)).thenRejected('ADMINISTRATION_OFFER_NOT_FOUND');
    given(registered, added(caio), offered(), removed(ana, ana))
      .when(accept(bia))
      .thenRejected('ADMINISTRATION_OFFER_NOT_FOUND');
  });

  it('stays when an offer is withdrawn or declined', () => {
    const ended = (how: 'withdrawn' | 'declined'): TenantStreamEvent => ({
      type: 'AdministrationOfferEnded',
      data: { ...offer, how },
    });
    given(registered, offered()).when(end(ana)).thenEvents(ended('withdrawn'));
    given(registered, offered()).when(end(bia)).thenEvents(ended('declined'));
    given(registered, offered()).when(end(caio)).thenRejected('ADMINISTRATION_OFFER_NOT_FOUND');
    given(registered, offered(), ended('withdrawn'))
      .when(accept(bia))
      .thenRejected('ADMINISTRATION_OFFER_NOT_FOUND');
  });
});

describe('the role of a user', () => {
  const { given } = specificationOf(user);
  const reference = { userId: bia, tenantId };
  const created: UserStreamEvent = {
    type: 'UserCreated',
    data: { ...reference, name: 'Bia', email: 'bia@exemplo.com.br', role: 'common' },
  };
  const joined: UserStreamEvent = { type: 'UserSignedIn', data: { ...reference, method: 'password' } };
  const changed = (role: 'administrator' | 'manager', grantId?: string): UserStreamEvent => ({
    type: 'UserRoleChanged',
    data: { ...reference, role, ...(grantId === undefined ? {} : { grantId }) },
  });
  const [g1, g2] = [derivedId('g1'), derivedId('g2')];
  const administer = { type: 'administer', tenantId, grantId: g1 } as const;
  const cease = { type: 'ceaseToAdminister', tenantId, grantId: g1 } as const;

  it('becomes and ceases to be administrator by the grant that the tenant gave', () => {
    given(created, joined).when(administer).thenEvents(changed('administrator', g1));
    given(created, joined, changed('administrator', g1)).when(administer).thenNothing();
    given(created, joined, changed('administrator', g1)).when(cease).thenEvents(changed('manager'));
    given(created, joined, changed('administrator', g2)).when(cease).thenNothing();
    given(created, joined).when(cease).thenNothing();
  });

  it('of administrator is refused to invited, totem, inactive and removed users', () => {
    given(created).when(administer).thenRejected('AUTH_USER_DATA_VALIDATION');
    given(created, joined, { type: 'UserRoleChanged', data: { ...reference, role: 'totem' } })
      .when(administer)
      .thenRejected('AUTH_USER_DATA_VALIDATION');
    given(created, joined, { type: 'UserDeactivated', data: reference })
      .when(administer)
      .thenRejected('AUTH_USER_INACTIVE');
    given(created, joined, { type: 'UserRemoved', data: reference })
      .when(administer)
      .thenRejected('AUTH_USER_NOT_FOUND');
  });
});
