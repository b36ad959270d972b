import type { UserPrincipal } from '@lacre/access';
import type { AnswerOf, DataOf } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';
import type { IdentityStore } from '@lacre/identity';

import { company, companyOf } from '../company/decide-company.ts';
import type { CommandContext, RunningCommand } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow, throwObjection } from '../decider/or-throw.ts';
import type { ReservationParts } from '../reservation/claim-value.ts';
import type { ReleaseParts } from '../reservation/unique-fields.ts';
import { assertProvenRegistration } from '../tenant/proven-registration.ts';
import type { EditUser, Invite } from './commands.ts';
import { editedProfile, objectionToEdit } from './decide-edit.ts';
import { objectionToInvite, user } from './decide-user.ts';
import { assertEmailDomain } from './email-domain.ts';
import { userOf, type UserState } from './state.ts';
import { claimDetails, releaseUnused } from './unique-details.ts';
import { viewOf } from './user-view.ts';

type Answer = AnswerOf<'createUser'>;

/**
 * Creates a user and asks them to join.
 *
 * 1. Reservations of e-mail and phone. A crash after them leaves values that the next claim takes over.
 * 2. UserCreated and UserInvited with "no stream": the commit point. The message goes out from there.
 *
 * @throws Refusal
 */
export async function inviteUser(
  service: ReservationParts,
  { context }: RunningCommand,
  invite: Invite,
): Promise<Answer> {
  const { handler } = service;
  const { userId } = invite;
  if ((await handler.repeated(user, userId, context)) === undefined) {
    throwObjection(objectionToInvite(invite));
    await assertProvenRegistration(service, context.tenantId);
    await assertCompanies(service, context.tenantId, invite.companyIds);
    await assertEmailDomain(service, context.tenantId, invite.profile.email);
    await claimDetails(service, context, userId, invite.profile);
  }
  return answer(context, orThrow(await handler.handle(user, userId, invite, context)));
}

interface Edit extends Omit<EditUser, 'type' | 'avatar'> {
  userId: string;
  /** A new picture that is stored already, or null to take it away. */
  avatar?: DataOf<'UserAvatarChanged'>['avatar'] | null;
}

/**
 * Changes a user.
 *
 * 1. Reservations of a new e-mail and phone; given up when the edit is refused.
 * 2. The events of what changes, in one append: the commit point. A repeat after a crash below finds them and goes on.
 * 3. How they sign in follows; values that they had before are free.
 *
 * @throws Refusal AUTH_USER_UPDATE_ERROR when 3 failed: the same request again does the rest.
 */
export async function editUser(
  service: ReservationParts & { identity: IdentityStore },
  { context }: RunningCommand,
  { userId, ...asked }: Edit,
): Promise<Answer> {
  const { handler } = service;
  const edit: EditUser = { type: 'edit', ...asked };
  const before = await handler.load(user, userId);
  if ((await handler.repeated(user, userId, context)) === undefined) {
    throwObjection(objectionToEdit(edit, before));
    await assertCompanies(service, context.tenantId, edit.companyIds ?? []);
    if (edit.profile.email != null) await assertEmailDomain(service, context.tenantId, edit.profile.email);
    await claimDetails(service, context, userId, ...profilesOf(edit, before));
  }
  const handled = await handler.handle(user, userId, edit, context);
  const [wanted, had] = profilesOf(edit, before);
  if (!handled.ok) await releaseUnused(service, context, userId, wanted);
  const done = orThrow(handled);
  const now = userOf(done.state, context.tenantId);
  if (now !== undefined) {
    const { email, name } = now.profile;
    await inIdentity(() =>
      service.identity.follow({ userId, email, name, isActive: now.status === 'active' }),
    );
  }
  if (had !== undefined) await releaseUnused(service, context, userId, had);
  return answer(context, done);
}

function profilesOf(edit: EditUser, state: UserState) {
  const before = userOf(state, edit.tenantId)?.profile;
  if (before === undefined) throw new Refusal('AUTH_USER_NOT_FOUND');
  return [editedProfile(edit, before), before] as const;
}

/**
 * Removes a user. Commit point: UserRemoved; from then on their tokens and sessions are refused. Credentials and
 * reservations are cleared after it, by a repeat when a crash comes between.
 */
export async function removeUser(
  service: ReleaseParts & { identity: IdentityStore },
  { context }: RunningCommand,
  { userId, by }: { userId: string; by: UserPrincipal },
): Promise<Position> {
  const { handler } = service;
  const before = await handler.load(user, userId);
  const command = {
    type: 'remove',
    tenantId: context.tenantId,
    by: { userId: by.sub, role: by.role },
    at: service.now().toISOString(),
  } as const;
  const { position } = orThrow(await handler.handle(user, userId, command, context));
  await inIdentity(() => service.identity.forget(userId));
  if ('profile' in before) await releaseUnused(service, context, userId, before.profile);
  return position;
}

/** @throws Refusal AUTH_USER_UPDATE_ERROR when the identity store does not do its part. */
async function inIdentity<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new Refusal('AUTH_USER_UPDATE_ERROR', { cause });
  }
}

/** @throws Refusal AUTH_USER_DATA_VALIDATION when one is not the tenant's. */
async function assertCompanies(
  { handler }: { handler: CommandHandler },
  tenantId: string,
  companyIds: readonly string[],
): Promise<void> {
  const states = await Promise.all(companyIds.map((companyId) => handler.load(company, companyId)));
  const fieldErrors = states.flatMap((state, index) =>
    companyOf(state, tenantId) === undefined
      ? [{ field: `user.companyIds.${index}`, message: 'Empresa não encontrada' }]
      : [],
  );
  if (fieldErrors.length > 0) throw new Refusal('AUTH_USER_DATA_VALIDATION', { fieldErrors });
}

function answer(
  { tenantId }: CommandContext,
  { state, position }: { state: UserState; position: Position },
): Answer {
  const found = userOf(state, tenantId);
  if (found === undefined) throw new Refusal('AUTH_USER_NOT_FOUND');
  return { position, ...viewOf(found) };
}
