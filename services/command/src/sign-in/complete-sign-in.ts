import { randomUUID } from 'node:crypto';

import type { AnswerOf, DataOf, ErrorCode, SignInMethod } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import {
  CHALLENGE_SECONDS,
  type IdentityStore,
  type Sessions,
  type Challenges,
  type SecondFactors,
} from '@lacre/identity';

import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import { assertHere, assertTakesCommands } from '../tenant/assert-here.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { user } from '../user/decide-user.ts';
import { viewOf } from '../user/user-view.ts';
import { contextOf, type NoteParts } from './note.ts';
import type { SignInCall } from './sign-in-call.ts';
import { signOut } from './sign-out.ts';
import type { UserSession } from './user-session.ts';

type CurrentUser = AnswerOf<'currentUser'>;

interface FirstFactor {
  userId: string;
  method: SignInMethod;
  /** The error when the log knows no such user: that of a wrong first factor. */
  whenUnknown: ErrorCode;
}

/** What a sign-in is completed with. */
export interface SignInParts extends NoteParts {
  readonly identity: IdentityStore;
  readonly sessions: Sessions;
  readonly challenges: Challenges;
  readonly secondFactors: SecondFactors;
}

/**
 * Signs in a user whose first factor was right, unless there is a second one: then the refusal names a challenge, and
 * there is no session and no token before it is met. A passkey is both factors.
 *
 * @throws Refusal SECOND_FACTOR_REQUIRED, AUTH_USER_INACTIVE, TENANT_INACTIVE, TENANT_MOVING, TENANT_MOVED, or
 *   `whenUnknown`
 */
export async function completeFirstFactor(
  service: SignInParts,
  { userId, method, whenUnknown }: FirstFactor,
  call: SignInCall,
): Promise<UserSession> {
  const current = await currentUser(service, userId, assertTakesCommands);
  // Credentials of a registration that never finished, or of a user who was removed.
  if (current === undefined) throw new Refusal(whenUnknown);
  if (method !== 'passkey') {
    const factors = await service.secondFactors.of(userId);
    if (factors.length > 0) {
      const challenge = await service.challenges.issue('second-factor', { method }, userId);
      const secondFactor = {
        challenge,
        factors: factors.map(({ factorId, kind, label }) => ({ factorId, kind, label })),
        expiresInSeconds: CHALLENGE_SECONDS,
      };
      throw new Refusal('SECOND_FACTOR_REQUIRED', { extensions: { secondFactor } });
    }
  }
  return openSession(service, current, { method }, call);
}

/** Opens the session of a user who has passed every factor. */
export async function openSession(
  service: NoteParts & { identity: IdentityStore; sessions: Sessions },
  current: CurrentUser,
  by: Pick<DataOf<'UserSignedIn'>, 'method' | 'secondFactor'>,
  call: SignInCall,
): Promise<UserSession> {
  const { uid: userId, name, email, tenant: account } = current;
  const sessionId = randomUUID();
  // First what may fail for want of a key: no sign-in is recorded that did not happen.
  const answer = await tokenAnswer(service, sessionId, current);
  const context = contextOf({ userId, tenantId: account.tenantId, name }, call);
  const isNewBrowser = !call.browser.knows(email);
  orThrow(await service.handler.handle(user, userId, { type: 'recordSignIn', ...by, isNewBrowser }, context));
  // Commit point: the session. The token names it, and is of no use before the answer.
  const session = await service.sessions.open({ sessionId, userId, method: by.method }, call.client);
  // The cookie is about to name another session: the present one would only linger, and its token with it.
  if (call.earlierSession !== undefined) await signOut(service, call.earlierSession, call);
  return { session, answer, browser: call.browser.with(email) };
}

/**
 * A new access token for a session that goes on.
 *
 * @throws Refusal AUTH_NO_TOKEN_PROVIDED, AUTH_TOKEN_VALIDATION_ERROR, AUTH_USER_INACTIVE, TENANT_INACTIVE, TENANT_MOVED
 */
export async function refreshSession(
  service: { handler: CommandHandler; identity: IdentityStore; sessions: Sessions },
  call: SignInCall,
): Promise<UserSession> {
  const { earlierSession: secret, client } = call;
  if (secret === undefined) throw new Refusal('AUTH_NO_TOKEN_PROVIDED');
  const session = await service.sessions.continue(secret, client);
  const current = session && (await currentUser(service, session.userId));
  if (session === undefined || current === undefined) throw new Refusal('AUTH_TOKEN_VALIDATION_ERROR');
  return { session, answer: await tokenAnswer(service, session.sessionId, current), browser: undefined };
}

async function tokenAnswer(
  { identity }: { identity: IdentityStore },
  sid: string,
  current: CurrentUser,
): Promise<UserSession['answer']> {
  const { uid: sub, name, role, tenant: account } = current;
  const { tenantId } = account;
  const { token, expiresAt } = await identity.issueToken({ kind: 'user', sub, tenantId, role, name, sid });
  return { token, expiresAt: expiresAt.toISOString(), user: current };
}

/**
 * The user and their tenant as the log has them now; undefined unless both exist and the user was not removed.
 *
 * @param assertTenant what holds of their tenant where it is moved; by default that it is here
 * @throws Refusal AUTH_USER_INACTIVE, TENANT_INACTIVE, TENANT_MOVED
 */
export async function currentUser(
  { handler }: { handler: CommandHandler },
  userId: string,
  assertTenant: typeof assertHere = assertHere,
): Promise<CurrentUser | undefined> {
  const found = await handler.load(user, userId);
  if (found.status !== 'active' && found.status !== 'inactive') return undefined;
  const account = await handler.load(tenant, found.tenantId);
  if (account.status !== 'registered') return undefined;
  assertTenant(account);
  if (found.status === 'inactive') throw new Refusal('AUTH_USER_INACTIVE');
  if (!account.active) throw new Refusal('TENANT_INACTIVE');
  const { tenantId, name, domain } = account;
  const { invitation: _, ...view } = viewOf(found);
  const { emailVerified } = found;
  return { ...view, displayName: view.name, emailVerified, tenant: { tenantId, name, domain } };
}
