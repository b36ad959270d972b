import { streams, type SignInEvent } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision, type Rejection } from '../decider/decision.ts';
import type { Invite, UserCommand } from './commands.ts';
import { decideAdministration } from './decide-administration.ts';
import {
  administratorRefusal,
  decideEdit,
  decideLeave,
  decideRemove,
  decideTakeBackReach,
} from './decide-edit.ts';
import { decideEmailChange } from './decide-email-change.ts';
import { decideCompletion, decideErase } from './decide-erase.ts';
import { evolve, userOf, type UserState, type UserStreamEvent } from './state.ts';

export type { UserState, UserStreamEvent } from './state.ts';

function decide(command: UserCommand, state: UserState): Decision<UserStreamEvent> {
  switch (command.type) {
    case 'create': {
      const { type: _create, ...data } = command;
      if (state.status === 'forfeited') return reject('CONCURRENT_CHANGE');
      // The id derives from the intent, so a user who is there already is this same one.
      if (state.status !== 'absent') return accept();
      return accept({ type: 'UserCreated', data });
    }
    case 'invite':
      return decideInvite(command, state);
    case 'edit':
      return decideEdit(command, state);
    case 'inviteAgain':
      return decideInviteAgain(command, state);
    case 'acceptInvitation':
      return decideAccept(command, state);
    case 'requestEmailChange':
    case 'cancelEmailChange':
    case 'confirmEmailChange':
    case 'undoEmailChange':
      return decideEmailChange(command, state);
    case 'administer':
    case 'ceaseToAdminister':
      return decideAdministration(command, state);
    case 'takeBackReach':
      return decideTakeBackReach(command, state);
    case 'leave':
      return decideLeave(command, state);
    case 'remove':
      return decideRemove(command, state);
    case 'erase':
      return decideErase(command, state);
    case 'completeErasure':
      return decideCompletion(state);
    case 'recordSignIn': {
      if (state.status === 'inactive') return reject('AUTH_USER_INACTIVE');
      if (state.status !== 'active') return reject('AUTH_USER_NOT_FOUND');
      const { userId, tenantId } = state;
      const { method, secondFactor, isNewBrowser } = command;
      const by = secondFactor === undefined ? { method } : { method, secondFactor };
      // Who comes in for the first time does so from somewhere new, and knows it.
      const from = isNewBrowser && state.hasSignedIn ? ({ newBrowser: true } as const) : {};
      return accept({ type: 'UserSignedIn', data: { userId, tenantId, ...by, ...from } });
    }
    case 'registerTotem':
      return decideRegisterTotem(command, state);
    case 'revokeTotem':
      return decideRevokeTotem(command, state);
    case 'note': {
      if (state.status !== 'active' && state.status !== 'inactive') return reject('AUTH_USER_NOT_FOUND');
      const { userId, tenantId } = state;
      const { type, ...rest } = command.note;
      return accept({ type, data: { userId, tenantId, ...rest } } as SignInEvent);
    }
  }
}

/** Why an invitation is refused, checked before anything is reserved for it. */
export const objectionToInvite = ({ role, by }: Invite): Rejection | undefined =>
  role === 'administrator' ? administratorRefusal(by.role) : undefined;

function decideInvite(command: Invite, state: UserState): Decision<UserStreamEvent> {
  if (state.status === 'forfeited') return reject('CONCURRENT_CHANGE');
  if (state.status !== 'absent') return accept();
  const objection = objectionToInvite(command);
  if (objection !== undefined) return objection;
  const { userId, tenantId, profile, role, active, companyIds, invitationId } = command;
  const reference = { userId, tenantId };
  const created = { ...reference, ...profile, role, companyIds: [...companyIds] };
  return accept<UserStreamEvent>(
    { type: 'UserCreated', data: created },
    active
      ? { type: 'UserInvited', data: { ...reference, invitationId } }
      : { type: 'UserDeactivated', data: reference },
  );
}

type Of<Type extends UserCommand['type']> = Extract<UserCommand, { type: Type }>;

function decideInviteAgain(command: Of<'inviteAgain'>, state: UserState): Decision<UserStreamEvent> {
  const { tenantId, invitationId } = command;
  const target = userOf(state, tenantId);
  if (target === undefined) return reject('AUTH_USER_NOT_FOUND');
  if (target.hasJoined) return reject('INVITATION_ALREADY_ACCEPTED');
  if (target.status === 'inactive') return reject('AUTH_USER_INACTIVE');
  return accept({ type: 'UserInvited', data: { userId: target.userId, tenantId, invitationId } });
}

function decideAccept(command: Of<'acceptInvitation'>, state: UserState): Decision<UserStreamEvent> {
  const { tenantId, invitationId } = command;
  const target = userOf(state, tenantId);
  if (target === undefined || target.hasJoined || target.openInvitation !== invitationId)
    return reject('INVITATION_INVALID');
  if (target.status === 'inactive') return reject('AUTH_USER_INACTIVE');
  return accept({ type: 'UserInvitationAccepted', data: { userId: target.userId, tenantId, invitationId } });
}

/** A tablet is registered once; one that was revoked signs in anew, and is another. */
function decideRegisterTotem(command: Of<'registerTotem'>, state: UserState): Decision<UserStreamEvent> {
  const { tenantId, totemId, name } = command;
  const target = userOf(state, tenantId);
  if (target?.role !== 'totem') return reject('AUTH_USER_WITHOUT_PERMISSION');
  const known = target.totems.get(totemId);
  if (known?.isRevoked === true) return reject('AUTH_TOKEN_REVOKED');
  if (known !== undefined) return accept();
  return accept({ type: 'TotemRegistered', data: { userId: target.userId, tenantId, totemId, name } });
}

function decideRevokeTotem(command: Of<'revokeTotem'>, state: UserState): Decision<UserStreamEvent> {
  const { tenantId, totemId } = command;
  const target = userOf(state, tenantId);
  const known = target?.totems.get(totemId);
  if (target === undefined || known === undefined) return reject('DEVICE_NOT_FOUND');
  if (known.isRevoked) return accept();
  return accept({ type: 'TotemRevoked', data: { userId: target.userId, tenantId, totemId } });
}

export const user: Aggregate<UserCommand, UserState, UserStreamEvent> = {
  stream: streams.user,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
