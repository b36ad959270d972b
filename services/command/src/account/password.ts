import type { AnswerOf, BodyOf, ClientContext } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import {
  assertPassword,
  LINK_SECONDS,
  type Accounts,
  type Attempts,
  type IdentityStore,
  type MailedLinks,
  type Sessions,
  type TokenSecrets,
} from '@lacre/identity';
import { passwordReset } from '@lacre/mailer';

import type { Background } from '../background.ts';
import { sendMail } from '../messages/send-mail.ts';
import { activeUser, activeUserByEmail, type FoundUser } from '../sign-in/find-user.ts';
import type { LinkParts } from '../sign-in/link-parts.ts';
import { contextOf, note, type NoteParts } from '../sign-in/note.ts';
import { endUnproven, noteProven, type WaysInParts } from '../sign-in/prove-address.ts';
import { redirectOf, withSecret } from '../sign-in/redirects.ts';
import { assertTenantTakesCommands } from '../tenant/assert-here.ts';
import { addresseeOf } from '../tenant/sender-of.ts';
import { revokeTokensOf } from '../token/revoke-tokens.ts';
import { ownUser } from './get-account.ts';
import type { OwnCall } from './own-session.ts';

/**
 * Sends a link to choose another password by. The answer is the same, as fast, for an unknown e-mail. @throws Refusal
 */
export async function requestPasswordReset(
  service: LinkParts & { accounts: Accounts; attempts: Attempts; background: Background },
  { email, redirectTo }: BodyOf<'requestPasswordReset'>,
  client: ClientContext,
): Promise<AnswerOf<'requestPasswordReset'>> {
  const page = redirectOf(service, redirectTo, '/password');
  await service.attempts.count('linkPerAddress', client.ip ?? '');
  await service.attempts.count('linkPerEmail', email);
  service.background.run('a link to another password', async () => {
    const found = await activeUserByEmail(service, email);
    if (found === undefined) return;
    await assertTenantTakesCommands(service, found.tenantId);
    const secret = await service.links.issue('password-reset', found.userId, email);
    const to = await addresseeOf(service, found);
    const link = withSecret(page, 'reset', secret);
    const message = passwordReset({ ...to, link });
    await sendMail(service, { name: to.recipientName, email }, 'password-reset', message);
  });
  return { expiresInSeconds: LINK_SECONDS['password-reset'] };
}

/** Sets another password by the secret of a link, and ends every session. @throws Refusal */
export async function resetPassword(
  service: WaysInParts & { identity: IdentityStore; links: MailedLinks; attempts: Attempts },
  { link, password, revokeTokens = false }: BodyOf<'resetPassword'>,
  call: { client: ClientContext; correlationId: string },
): Promise<void> {
  await service.attempts.count('openLinkPerAddress', call.client.ip ?? '');
  const mailedTo = await service.links.look('password-reset', link);
  const userId = mailedTo ?? (await service.links.look('recovery', link));
  const found = userId === undefined ? undefined : await activeUser(service, userId);
  if (found === undefined) throw new Refusal('LINK_INVALID');
  await assertTenantTakesCommands(service, found.tenantId);
  // Before the link is used up: a refused password may be corrected with the same link.
  assertPassword(password, found);
  // One that the operator handed out proves no address.
  const isMailed = mailedTo !== undefined;
  if (isMailed) await endUnproven(service, found.userId, call);
  const used = await service.links.use(isMailed ? 'password-reset' : 'recovery', link);
  if (used === undefined) throw new Refusal('LINK_INVALID');
  if (isMailed) await noteProven(service, found.userId, call);
  await replacePassword(service, found, { password, how: 'reset', keep: undefined, revokeTokens }, call);
}

/**
 * Another password for a user who signed in a moment ago (`ownCall`), and who gives the present one if there is one.
 * Every other session ends. @throws Refusal
 */
export async function changePassword(
  service: WaysInParts & { identity: IdentityStore; attempts: Attempts },
  { currentPassword, password, revokeTokens = false }: BodyOf<'changePassword'>,
  call: OwnCall,
): Promise<void> {
  const { accounts, identity, attempts } = service;
  const { userId, sessionId } = call;
  const found = await ownUser(service, userId);
  const { hasPassword } = (await accounts.byId(userId)) ?? { hasPassword: false };
  if (hasPassword) {
    if (currentPassword === undefined) throw new Refusal('WRONG_CURRENT_PASSWORD');
    await attempts.countGuess('passwordPerUser', userId);
    if ((await identity.checkPassword(found.email, currentPassword)) !== userId)
      throw new Refusal('WRONG_CURRENT_PASSWORD');
    await attempts.clear('passwordPerUser', userId);
  }
  assertPassword(password, found);
  const how = hasPassword ? 'changed' : 'set';
  await replacePassword(service, found, { password, how, keep: sessionId, revokeTokens }, call);
}

interface Replacement {
  password: string;
  how: 'changed' | 'reset' | 'set';
  /** The session that goes on. */
  keep: string | undefined;
  /**
   * Whether the user's API tokens end first: a crash after that leaves the old password, and a repeat does the rest.
   */
  revokeTokens: boolean;
}

/**
 * Commit point: the new password. A crash after it leaves sessions that their owner still sees and may end. The event
 * has its owner notified by mail.
 */
async function replacePassword(
  service: NoteParts & { identity: IdentityStore; sessions: Sessions; tokenSecrets: TokenSecrets },
  found: FoundUser,
  { password, how, keep, revokeTokens }: Replacement,
  call: { client: ClientContext; correlationId: string },
): Promise<void> {
  const { userId } = found;
  if (revokeTokens) await revokeTokensOf(service, userId, contextOf(found, call));
  await service.identity.setPassword(userId, password);
  const sessionIds = await service.sessions.revoke(userId, { except: keep });
  await note(service, userId, { type: 'UserPasswordChanged', how }, call);
  const cause = how === 'reset' ? 'password-reset' : 'password-changed';
  if (sessionIds.length > 0)
    await note(service, userId, { type: 'UserSessionsRevoked', sessionIds, cause }, call);
}
