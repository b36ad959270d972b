import type { Role } from '@lacre/contracts';
import { EMAIL_UNDO_DAYS } from '@lacre/contracts';

import { accept, reject, type Decision, type Rejection } from '../decider/decision.ts';
import type { EditUser, UserCommand } from './commands.ts';
import { userOf, type UserProfile, type UserRecord, type UserState, type UserStreamEvent } from './state.ts';

type Of<Type extends UserCommand['type']> = Extract<UserCommand, { type: Type }>;
type Rule = (command: EditUser, target: UserRecord) => Rejection | undefined;

const isSteward = (role: Role): boolean => role === 'administrator' || role === 'manager';
const isSelf = (command: EditUser, { userId }: UserRecord): boolean => command.by.userId === userId;
const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
const changesRole = ({ role }: EditUser, target: UserRecord): boolean =>
  role !== undefined && role !== target.role;
const changesActivity = ({ active }: EditUser, state: UserState): boolean =>
  active !== undefined && active !== (state.status === 'active');

/** Others are edited by administrators and managers, an administrator by an administrator. */
const mayTouch: Rule = (command, target) => {
  if (target.role === 'administrator' && command.by.role !== 'administrator')
    return reject('AUTH_PERMISSION_EDIT_ADMIN_USER');
  if (isSelf(command, target) || isSteward(command.by.role)) return undefined;
  return reject('AUTH_USER_WITHOUT_PERMISSION');
};

/** No user raises their own role; who administers is decided for the whole tenant, by operations of its own. */
const roleMayChange: Rule = (command, target) => {
  if (!changesRole(command, target)) return undefined;
  if (target.role === 'administrator' || isSelf(command, target)) return reject('AUTH_CANNOT_CHANGE_ROLE');
  return command.role === 'administrator' ? administratorRefusal(command.by.role) : undefined;
};

const changesReach = ({ companyIds }: EditUser, target: UserRecord): boolean =>
  companyIds !== undefined && !same(companyIds, target.companyIds);

/** The details that identify a user to the tenant are not changed by common users themselves. */
const KEPT_BY_STEWARDS = ['email', 'cpf', 'externalId'] as const;
const changesIdentity = ({ profile }: EditUser, target: UserRecord): boolean =>
  KEPT_BY_STEWARDS.some(
    (field) => profile[field] !== undefined && (profile[field] ?? undefined) !== target.profile[field],
  );

/** Of themselves who does not run the tenant changes name, phone and picture. */
const ownDetailsOnly: Rule = (command, target) =>
  !isSteward(command.by.role) && (changesReach(command, target) || changesIdentity(command, target))
    ? reject('AUTH_USER_WITHOUT_PERMISSION')
    : undefined;

/** A sign-in address is changed by its user, who proves the new one. */
const addressIsTheirs: Rule = ({ profile: { email } }, { profile, hasJoined }) =>
  hasJoined && email !== undefined && email !== profile.email
    ? reject('AUTH_USER_DATA_VALIDATION', 'Cada um troca o próprio email, no seu perfil, e o confirma.')
    : undefined;

const nobodyLeavesAlone: Rule = (command, target) =>
  isSelf(command, target) && command.active === false
    ? reject('AUTH_USER_DATA_VALIDATION', 'Ninguém inativa a si mesmo.')
    : undefined;

const administratorStaysActive: Rule = (command, target) =>
  target.role === 'administrator' && command.active === false
    ? reject(
        'AUTH_USER_DATA_VALIDATION',
        'Um administrador não é inativado: antes, deixa de ser administrador.',
      )
    : undefined;

const RULES: readonly Rule[] = [
  mayTouch,
  roleMayChange,
  ownDetailsOnly,
  addressIsTheirs,
  administratorStaysActive,
  nobodyLeavesAlone,
];

/** A user who has joined becomes administrator by an operation of its own. */
export const administratorRefusal = (asking: Role): Rejection =>
  asking === 'administrator'
    ? reject('AUTH_CANNOT_CHANGE_ROLE', 'Um usuário que já entrou é tornado administrador à parte.')
    : reject('AUTH_USER_NOT_ADMIN');

/** Why the edit is refused, asked before anything is claimed for it. */
export function objectionToEdit(command: EditUser, state: UserState): Rejection | undefined {
  const target = userOf(state, command.tenantId);
  if (target === undefined) return reject('AUTH_USER_NOT_FOUND');
  for (const rule of RULES) {
    const objection = rule(command, target);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

/** The profile as the edit leaves it. */
export function editedProfile({ profile }: EditUser, before: UserProfile): UserProfile {
  const changes = Object.entries(profile).filter(([, value]) => value !== undefined);
  const merged = { ...before, ...Object.fromEntries(changes) };
  return Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value != null),
  ) as unknown as UserProfile;
}

/** One event for each thing that changes; nothing for what is so already. */
export function decideEdit(command: EditUser, state: UserState): Decision<UserStreamEvent> {
  const objection = objectionToEdit(command, state);
  if (objection !== undefined) return objection;
  const target = userOf(state, command.tenantId);
  if (target === undefined) return reject('AUTH_USER_NOT_FOUND');
  const { userId, tenantId } = target;
  const reference = { userId, tenantId };
  const events: UserStreamEvent[] = [];
  const profile = editedProfile(command, target.profile);
  if (JSON.stringify(sorted(profile)) !== JSON.stringify(sorted(target.profile)))
    events.push({ type: 'UserEdited', data: { ...reference, ...profile } });
  const { role, companyIds, avatar } = command;
  if (role !== undefined && changesRole(command, target))
    events.push({ type: 'UserRoleChanged', data: { ...reference, role } });
  if (companyIds !== undefined && changesReach(command, target))
    events.push({ type: 'UserCompaniesAssigned', data: { ...reference, companyIds: [...companyIds] } });
  if (avatar !== undefined && (avatar?.sha256 ?? undefined) !== target.avatarSha256)
    events.push({
      type: 'UserAvatarChanged',
      data: { ...reference, ...(avatar === null ? {} : { avatar }) },
    });
  if (changesActivity(command, state))
    events.push({ type: command.active === true ? 'UserActivated' : 'UserDeactivated', data: reference });
  return accept(...events);
}

const sorted = (profile: UserProfile) => Object.entries(profile).toSorted(([a], [b]) => (a < b ? -1 : 1));

export function decideRemove(command: Of<'remove'>, state: UserState): Decision<UserStreamEvent> {
  // Removed already, by a request whose answer got lost.
  if (state.status === 'removed' && state.tenantId === command.tenantId) return accept();
  const target = userOf(state, command.tenantId);
  if (target === undefined) return reject('AUTH_USER_NOT_FOUND');
  if (target.role === 'administrator')
    return reject(
      'AUTH_PERMISSION_EDIT_ADMIN_USER',
      'Um administrador não é removido: antes, deixa de ser administrador.',
    );
  const { userId, tenantId } = target;
  const objection = undoObjection(target, command.at);
  if (objection !== undefined) return objection;
  if (command.by.userId === userId) return reject('AUTH_USER_DATA_VALIDATION', 'Ninguém remove a si mesmo.');
  return accept({ type: 'UserRemoved', data: { userId, tenantId } });
}

/** An administrator stops being one first: a tenant is never without. */
export function decideLeave({ tenantId, at }: Of<'leave'>, state: UserState): Decision<UserStreamEvent> {
  if (state.status === 'removed' && state.tenantId === tenantId) return accept();
  const target = userOf(state, tenantId);
  if (target === undefined) return reject('AUTH_USER_NOT_FOUND');
  if (target.role === 'administrator')
    return reject('AUTH_PERMISSION_EDIT_ADMIN_USER', 'O administrador da conta não pode ser removido.');
  return (
    undoObjection(target, at) ?? accept({ type: 'UserRemoved', data: { userId: target.userId, tenantId } })
  );
}

/** The former address could no longer undo the change. */
const undoObjection = ({ formerEmails }: UserRecord, at: string): Rejection | undefined =>
  formerEmails.some(({ undoUntil }) => at < undoUntil)
    ? reject(
        'AUTH_USER_DATA_VALIDATION',
        `O email desta conta foi trocado há menos de ${EMAIL_UNDO_DAYS} dias, e a troca ainda pode ser desfeita. Até lá, a conta não é removida.`,
      )
    : undefined;

/** Who administers is decided for the whole tenant: of an administrator only companies are taken back. */
export function decideTakeBackReach(
  { tenantId, wasLetIn, wasShutOut, role, companyIds }: Of<'takeBackReach'>,
  state: UserState,
): Decision<UserStreamEvent> {
  const target = userOf(state, tenantId);
  if (target === undefined) return accept();
  const reference = { userId: target.userId, tenantId };
  const isFree = target.role !== 'administrator';
  const events: UserStreamEvent[] = [];
  if (role !== undefined && role !== target.role && isFree)
    events.push({ type: 'UserRoleChanged', data: { ...reference, role } });
  if (companyIds !== undefined && !same(companyIds, target.companyIds))
    events.push({ type: 'UserCompaniesAssigned', data: { ...reference, companyIds: [...companyIds] } });
  if (wasLetIn && state.status === 'active' && isFree)
    events.push({ type: 'UserDeactivated', data: reference });
  if (wasShutOut === true && state.status === 'inactive')
    events.push({ type: 'UserActivated', data: reference });
  return accept(...events);
}
