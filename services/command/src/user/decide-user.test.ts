import { derivedId } from '@lacre/event-store';
import { describe, expect, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import type { EditUser, Invite } from './commands.ts';
import { user, type UserStreamEvent } from './decide-user.ts';

const { given } = specificationOf(user);
const id = (name: string) => derivedId(name);
const [userId, tenantId, invitationId] = [id('user'), id('tenant'), id('invitation')];
const reference = { userId, tenantId };
const profile = { name: 'Ana', email: 'ana@exemplo.com.br' };

const ofRole = (role: 'administrator' | 'manager' | 'common' | 'totem'): UserStreamEvent => ({
  type: 'UserCreated',
  data: { ...reference, ...profile, role },
});
const invited = (which = invitationId): UserStreamEvent => ({
  type: 'UserInvited',
  data: { ...reference, invitationId: which },
});
const accepted: UserStreamEvent = { type: 'UserInvitationAccepted', data: { ...reference, invitationId } };
const deactivated: UserStreamEvent = { type: 'UserDeactivated', data: reference };
const removed: UserStreamEvent = { type: 'UserRemoved', data: reference };
const signedIn: UserStreamEvent = { type: 'UserSignedIn', data: { ...reference, method: 'password' } };

const administrator = { userId: id('administrator'), role: 'administrator' } as const;
const manager = { userId: id('manager'), role: 'manager' } as const;
const common = { userId: id('common'), role: 'common' } as const;

const edit = (by: EditUser['by'], changes: Partial<EditUser>): EditUser => ({
  type: 'edit',
  by,
  tenantId,
  profile: {},
  ...changes,
});
const self = (role: EditUser['by']['role']) => ({ userId, role });

describe('creating', () => {
  it('makes the administrator of a new tenant once', () => {
    const create = { type: 'create', ...reference, ...profile, role: 'administrator' } as const;
    given().when(create).thenEvents(ofRole('administrator'));
    given(ofRole('administrator')).when(create).thenNothing();
  });

  const invite = (overrides: Partial<Invite> = {}): Invite => ({
    type: 'invite',
    by: manager,
    ...reference,
    profile,
    role: 'common',
    active: true,
    companyIds: [id('company')],
    invitationId,
    ...overrides,
  });

  it('invites a user, once', () => {
    const created: UserStreamEvent = {
      type: 'UserCreated',
      data: { ...reference, ...profile, role: 'common', companyIds: [id('company')] },
    };
    given().when(invite()).thenEvents(created, invited());
    given(created, invited()).when(invite()).thenNothing();
  });

  it('sends no invitation to a user created inactive', () => {
    given()
      .when(invite({ active: false }))
      .thenTypes('UserCreated', 'UserDeactivated');
  });

  it('refuses the role of administrator', () => {
    given()
      .when(invite({ role: 'administrator' }))
      .thenRejected('AUTH_USER_NOT_ADMIN');
    given()
      .when(invite({ role: 'administrator', by: administrator }))
      .thenRejected('AUTH_CANNOT_CHANGE_ROLE');
  });

  it('is impossible once the id was forfeited', () => {
    given({ type: 'OwnerForfeited', data: { owner: `user-${userId}`, tenantId } })
      .when(invite())
      .thenRejected('CONCURRENT_CHANGE');
  });
});

describe('an invitation', () => {
  const accept = (which = invitationId) =>
    ({ type: 'acceptInvitation', tenantId, invitationId: which }) as const;
  const again = { type: 'inviteAgain', by: manager, tenantId, invitationId: id('second') } as const;

  it('is accepted once', () => {
    given(ofRole('common'), invited()).when(accept()).thenEvents(accepted);
    given(ofRole('common'), invited(), accepted).when(accept()).thenRejected('INVITATION_INVALID');
  });

  it('gives way to the next', () => {
    given(ofRole('common'), invited())
      .when(again)
      .thenEvents(invited(id('second')));
    given(ofRole('common'), invited(), invited(id('second')))
      .when(accept())
      .thenRejected('INVITATION_INVALID');
  });

  it('is refused once the user has signed in', () => {
    given(ofRole('common'), invited(), signedIn).when(accept()).thenRejected('INVITATION_INVALID');
    given(ofRole('common'), invited(), accepted).when(again).thenRejected('INVITATION_ALREADY_ACCEPTED');
    given(ofRole('administrator')).when(again).thenRejected('INVITATION_ALREADY_ACCEPTED');
  });

  it('is refused to an inactive or removed user, and in another tenant', () => {
    given(ofRole('common'), invited(), deactivated).when(accept()).thenRejected('AUTH_USER_INACTIVE');
    given(ofRole('common'), invited(), deactivated).when(again).thenRejected('AUTH_USER_INACTIVE');
    given(ofRole('common'), invited(), removed).when(accept()).thenRejected('INVITATION_INVALID');
    given(ofRole('common'), invited(), removed).when(again).thenRejected('AUTH_USER_NOT_FOUND');
    given(ofRole('common'), invited())
      .when({ ...accept(), tenantId: id('other') })
      .thenRejected('INVITATION_INVALID');
  });
});

describe('editing', () => {
  it('stores one event for each change, and none without one', () => {
    given(ofRole('common'))
      .when(
        edit(manager, {
          profile: { name: 'Ana Souza', phoneNumber: '11987654321' },
          role: 'manager',
          companyIds: [id('company')],
          avatar: { sha256: 'a'.repeat(64), mediaType: 'image/png' },
          active: false,
        }),
      )
      .thenEvents(
        {
          type: 'UserEdited',
          data: { ...reference, ...profile, name: 'Ana Souza', phoneNumber: '11987654321' },
        },
        { type: 'UserRoleChanged', data: { ...reference, role: 'manager' } },
        { type: 'UserCompaniesAssigned', data: { ...reference, companyIds: [id('company')] } },
        {
          type: 'UserAvatarChanged',
          data: { ...reference, avatar: { sha256: 'a'.repeat(64), mediaType: 'image/png' } },
        },
        deactivated,
      );
    given(ofRole('common'))
      .when(edit(manager, { profile, role: 'common', companyIds: [], active: true, avatar: null }))
      .thenNothing();
  });

  it('empties a field, and leaves those it does not name', () => {
    const edited: UserStreamEvent = {
      type: 'UserEdited',
      data: { ...reference, ...profile, cpf: '52998224725', phoneNumber: '11987654321' },
    };
    given(ofRole('common'), edited)
      .when(edit(manager, { profile: { cpf: null } }))
      .thenEvents({ type: 'UserEdited', data: { ...reference, ...profile, phoneNumber: '11987654321' } });
  });

  it('leaves the address of a user who has signed in to that user', () => {
    const other = edit(manager, { profile: { email: 'outra@exemplo.com.br' } });
    const data = { ...reference, ...profile, email: 'outra@exemplo.com.br' };
    given(ofRole('common')).when(other).thenEvents({ type: 'UserEdited', data });
    given(ofRole('common'), signedIn).when(other).thenRejected('AUTH_USER_DATA_VALIDATION');
    const sameAddress = { type: 'UserEdited', data: { ...reference, ...profile, name: 'Nova' } } as const;
    given(ofRole('common'), signedIn)
      .when(edit(manager, { profile: { ...profile, name: 'Nova' } }))
      .thenEvents(sameAddress);
  });

  it('leaves administrators to administrators', () => {
    given(ofRole('administrator'))
      .when(edit(manager, { profile: { name: 'X' } }))
      .thenRejected('AUTH_PERMISSION_EDIT_ADMIN_USER');
    given(ofRole('administrator'))
      .when(edit(administrator, { profile: { name: 'Outra' } }))
      .thenTypes('UserEdited');
  });

  it('changes no administrator’s role, no role of one’s own, and makes no administrator', () => {
    given(ofRole('administrator'))
      .when(edit(administrator, { role: 'manager' }))
      .thenRejected('AUTH_CANNOT_CHANGE_ROLE');
    given(ofRole('manager'))
      .when(edit(self('manager'), { role: 'common' }))
      .thenRejected('AUTH_CANNOT_CHANGE_ROLE');
    given(ofRole('common'))
      .when(edit(self('common'), { role: 'manager' }))
      .thenRejected('AUTH_CANNOT_CHANGE_ROLE');
    given(ofRole('manager'))
      .when(edit(manager, { role: 'administrator' }))
      .thenRejected('AUTH_USER_NOT_ADMIN');
    given(ofRole('manager'))
      .when(edit(administrator, { role: 'administrator' }))
      .thenRejected('AUTH_CANNOT_CHANGE_ROLE');
  });

  it('allows a common user to change their own name, phone and picture alone', () => {
    given(ofRole('common'))
      .when(edit(self('common'), { profile: { name: 'Ana S.', phoneNumber: '11987654321' }, avatar: null }))
      .thenTypes('UserEdited');
    for (const changes of [
      { companyIds: [id('company')] },
      { profile: { email: 'outra@exemplo.com.br' } },
      { profile: { cpf: '52998224725' } },
    ])
      given(ofRole('common'))
        .when(edit(self('common'), changes))
        .thenRejected('AUTH_USER_WITHOUT_PERMISSION');
    given(ofRole('common'))
      .when(edit(common, { profile: { name: 'X' } }))
      .thenRejected('AUTH_USER_WITHOUT_PERMISSION');
  });

  it('deactivates and activates, never oneself nor the administrator', () => {
    given(ofRole('common'))
      .when(edit(manager, { active: false }))
      .thenEvents(deactivated);
    given(ofRole('common'), deactivated)
      .when(edit(manager, { active: true }))
      .thenEvents({ type: 'UserActivated', data: reference });
    given(ofRole('manager'))
      .when(edit(self('manager'), { active: false }))
      .thenRejected('AUTH_USER_DATA_VALIDATION');
    given(ofRole('administrator'))
      .when(edit(administrator, { active: false }))
      .thenRejected('AUTH_USER_DATA_VALIDATION');
  });

  it('knows no user who was removed or is of another tenant', () => {
    given(ofRole('common'), removed).when(edit(manager, {})).thenRejected('AUTH_USER_NOT_FOUND');
    given(ofRole('common'))
      .when(edit(manager, { tenantId: id('other') }))
      .thenRejected('AUTH_USER_NOT_FOUND');
    given().when(edit(manager, {})).thenRejected('AUTH_USER_NOT_FOUND');
  });
});

describe('removing', () => {
  const remove = (by: EditUser['by']) =>
    ({ type: 'remove', by, tenantId, at: '2026-01-01T00:00:00.000Z' }) as const;

  it('happens once', () => {
    given(ofRole('common')).when(remove(manager)).thenEvents(removed);
    given(ofRole('common'), removed).when(remove(manager)).thenNothing();
  });

  it('spares administrators and oneself', () => {
    given(ofRole('administrator')).when(remove(manager)).thenRejected('AUTH_PERMISSION_EDIT_ADMIN_USER');
    given(ofRole('administrator'))
      .when(remove(administrator))
      .thenRejected('AUTH_PERMISSION_EDIT_ADMIN_USER');
    given(ofRole('manager'))
      .when(remove(self('manager')))
      .thenRejected('AUTH_USER_DATA_VALIDATION');
  });

  it('knows no user of another tenant', () => {
    given(ofRole('common'), removed)
      .when({ ...remove(manager), tenantId: id('other') })
      .thenRejected('AUTH_USER_NOT_FOUND');
  });
});

describe('signing in', () => {
  const signIn = { type: 'recordSignIn', method: 'password', isNewBrowser: false } as const;

  it('is recorded each time', () => {
    given(ofRole('common')).when(signIn).thenEvents(signedIn);
    given(ofRole('common'), signedIn).when(signIn).thenEvents(signedIn);
    expect(given(ofRole('common'), invited(), signedIn).state()).toMatchObject({ hasJoined: true });
  });

  it('from a new browser is recorded as such, except for the first of all', () => {
    const elsewhere = { ...signIn, isNewBrowser: true };
    given(ofRole('common')).when(elsewhere).thenEvents(signedIn);
    given(ofRole('common'), signedIn)
      .when(elsewhere)
      .thenEvents({ ...signedIn, data: { ...signedIn.data, newBrowser: true } });
  });

  it('is refused to an unknown, removed or inactive user', () => {
    given().when(signIn).thenRejected('AUTH_USER_NOT_FOUND');
    given(ofRole('common'), removed).when(signIn).thenRejected('AUTH_USER_NOT_FOUND');
    given(ofRole('common'), deactivated).when(signIn).thenRejected('AUTH_USER_INACTIVE');
  });
});

describe('a totem', () => {
  const totemId = id('session');
  const register = { type: 'registerTotem', tenantId, totemId, name: 'Recepção' } as const;
  const revoke = { type: 'revokeTotem', tenantId, totemId } as const;
  const registered = { type: 'TotemRegistered', data: { ...reference, totemId, name: 'Recepção' } } as const;
  const revoked = { type: 'TotemRevoked', data: { ...reference, totemId } } as const;

  it('is registered once, by a user of its role alone', () => {
    given(ofRole('totem')).when(register).thenEvents(registered);
    given(ofRole('totem'), registered)
      .when({ ...register, name: 'Outro' })
      .thenEvents();
    for (const role of ['administrator', 'manager', 'common'] as const)
      given(ofRole(role)).when(register).thenRejected('AUTH_USER_WITHOUT_PERMISSION');
  });

  it('is revoked once, and is never in service again', () => {
    given(ofRole('totem'), registered).when(revoke).thenEvents(revoked);
    given(ofRole('totem'), registered, revoked).when(revoke).thenEvents();
    given(ofRole('totem'), registered, revoked).when(register).thenRejected('AUTH_TOKEN_REVOKED');
    given(ofRole('totem')).when(revoke).thenRejected('DEVICE_NOT_FOUND');
    given(ofRole('totem'), registered)
      .when({ ...revoke, tenantId: id('other') })
      .thenRejected('DEVICE_NOT_FOUND');
  });

  it.each<[string, UserStreamEvent]>([
    [
      'its session',
      { type: 'UserSessionsRevoked', data: { ...reference, sessionIds: [totemId], cause: 'asked' } },
    ],
    ['its user', deactivated],
    ['the role of its user', { type: 'UserRoleChanged', data: { ...reference, role: 'common' } }],
  ])('ends with %s', (_what, event) => {
    given(ofRole('totem'), registered, event).when(revoke).thenEvents();
  });
});
