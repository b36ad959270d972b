import type { AnswerOf, BodyOf, ClientContext } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import { LINK_SECONDS, type Accounts, type Attempts, type MailedLinks } from '@lacre/identity';
import { signInLink } from '@lacre/mailer';

import type { Background } from '../background.ts';
import { sendMail } from '../messages/send-mail.ts';
import { assertTenantTakesCommands } from '../tenant/assert-here.ts';
import { addresseeOf } from '../tenant/sender-of.ts';
import { completeFirstFactor, type SignInParts } from './complete-sign-in.ts';
import { activeUserByEmail, assertUserTakesCommands } from './find-user.ts';
import type { LinkParts } from './link-parts.ts';
import { endUnproven, noteProven, type WaysInParts } from './prove-address.ts';
import { redirectOf, withSecret } from './redirects.ts';
import type { SignInCall } from './sign-in-call.ts';
import type { UserSession } from './user-session.ts';

/**
 * Sends a sign-in link to the user of that e-mail. The answer is the same, as fast, when there is none. @throws Refusal
 */
export async function requestSignInLink(
  service: LinkParts & { accounts: Accounts; attempts: Attempts; background: Background },
  { email, redirectTo }: BodyOf<'requestSignInLink'>,
  client: ClientContext,
): Promise<AnswerOf<'requestSignInLink'>> {
  const page = redirectOf(service, redirectTo, '/login');
  await service.attempts.count('linkPerAddress', client.ip ?? '');
  await service.attempts.count('linkPerEmail', email);
  service.background.run('a sign-in link', async () => {
    const found = await activeUserByEmail(service, email);
    if (found === undefined) return;
    await assertTenantTakesCommands(service, found.tenantId);
    const secret = await service.links.issue('sign-in', found.userId, email);
    const to = await addresseeOf(service, found);
    const link = withSecret(page, 'link', secret);
    const message = signInLink({ ...to, link });
    await sendMail(service, { name: to.recipientName, email }, 'sign-in-link', message);
  });
  return { expiresInSeconds: LINK_SECONDS['sign-in'] };
}

/** Lets in who shows the secret of a link. @throws Refusal LINK_INVALID, and what `completeFirstFactor` refuses */
export async function openSignInLink(
  service: SignInParts & WaysInParts & { links: MailedLinks; attempts: Attempts },
  { link }: BodyOf<'openSignInLink'>,
  call: SignInCall,
): Promise<UserSession> {
  await service.attempts.count('openLinkPerAddress', call.client.ip ?? '');
  const owner = await service.links.look('sign-in', link);
  if (owner === undefined) throw new Refusal('LINK_INVALID');
  await assertUserTakesCommands(service, owner);
  await endUnproven(service, owner, call);
  const used = await service.links.use('sign-in', link);
  if (used === undefined) throw new Refusal('LINK_INVALID');
  const { userId } = used;
  await noteProven(service, userId, call);
  const whenUnknown = 'LINK_INVALID';
  return completeFirstFactor(service, { userId, method: 'email-link', whenUnknown }, call);
}
