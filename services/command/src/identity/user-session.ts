import { randomUUID } from 'node:crypto';

import type { AnswerOf, ClientContext } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import { stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { user } from '../user/decide-user.ts';
import { viewOf } from '../user/user-view.ts';
import type { OpenSession } from './identity-store.ts';

interface SignInCall {
  email: string;
  password: string;
  client: ClientContext;
  correlationId: string;
}

/** A session and the answer that goes with it. */
export interface UserSession {
  session: OpenSession;
  answer: AnswerOf<'signIn'>;
}

/**
 * Opens a session for e-mail and password.
 *
 * @throws Refusal INVALID_CREDENTIALS, TOO_MANY_REQUESTS, AUTH_USER_INACTIVE, TENANT_INACTIVE
 */
export async function signIn(service: CommandService, call: SignInCall): Promise<UserSession> {
  const { attempts, identity, handler } = service;
  const address = call.client.ip ?? '';
  const fromHere = `${call.email} ${address}`;
  await attempts.count('signInPerAddress', address);
  await attempts.count('signInPerAccountAndAddress', fromHere);
  await attempts.count('signInPerAccount', call.email);
  const session = await identity.signIn(call.email, call.password);
  if (session === undefined) throw new Refusal('INVALID_CREDENTIALS');
  const current = await currentUser(service, session.userId).catch(async (refusal: unknown) => {
    await identity.endSession(session.secret);
    throw refusal;
  });
  if (current === undefined) {
    // Credentials of a registration that never finished, or of a user who was removed.
    await identity.endSession(session.secret);
    throw new Refusal('INVALID_CREDENTIALS');
  }
  await attempts.clear('signInPerAccountAndAddress', fromHere);
  await attempts.clear('signInPerAccount', call.email);
  const { uid: id, name } = current;
  stored(
    await handler.handle(
      user,
      id,
      { type: 'recordSignIn', method: 'password' },
      {
        key: randomUUID(),
        correlationId: call.correlationId,
        tenantId: current.tenant.tenantId,
        actor: { kind: 'user', id, name },
        client: call.client,
      },
    ),
  );
  return answered(service, session, current);
}

/**
 * A new access token for a session that goes on.
 *
 * @throws Refusal AUTH_NO_TOKEN_PROVIDED, AUTH_TOKEN_VALIDATION_ERROR, AUTH_USER_INACTIVE, TENANT_INACTIVE
 */
export async function refreshSession(
  service: CommandService,
  secret: string | undefined,
): Promise<UserSession> {
  if (secret === undefined) throw new Refusal('AUTH_NO_TOKEN_PROVIDED');
  const session = await service.identity.continueSession(secret);
  const current = session && (await currentUser(service, session.userId));
  if (session === undefined || current === undefined) throw new Refusal('AUTH_TOKEN_VALIDATION_ERROR');
  return answered(service, session, current);
}

async function answered(
  { identity }: CommandService,
  session: OpenSession,
  current: AnswerOf<'currentUser'>,
): Promise<UserSession> {
  const { uid: sub, name, role, tenant: account } = current;
  const { token, expiresAt } = await identity.issueToken({
    kind: 'user',
    sub,
    tenantId: account.tenantId,
    role,
    name,
  });
  return { session, answer: { token, expiresAt: expiresAt.toISOString(), user: current } };
}

/**
 * The user and their tenant as the log has them now; undefined unless both came to be and the user is still there.
 *
 * @throws Refusal AUTH_USER_INACTIVE, TENANT_INACTIVE
 */
async function currentUser(
  { handler }: CommandService,
  userId: string,
): Promise<AnswerOf<'currentUser'> | undefined> {
  const found = await handler.load(user, userId);
  if (found.status !== 'active' && found.status !== 'inactive') return undefined;
  const account = await handler.load(tenant, found.tenantId);
  if (account.status !== 'registered') return undefined;
  if (found.status === 'inactive') throw new Refusal('AUTH_USER_INACTIVE');
  if (!account.active) throw new Refusal('TENANT_INACTIVE');
  const { tenantId, name, domain } = account;
  const { invitation: _, ...view } = viewOf(found);
  return { ...view, tenant: { tenantId, name, domain } };
}
