import type { ClientContext } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { GoogleIdentity, GoogleSignIn, Accounts, Attempts, Challenges } from '@lacre/identity';

import { assertTenantTakesCommands } from '../tenant/assert-here.ts';
import { completeFirstFactor, type SignInParts } from './complete-sign-in.ts';
import { activeUserByEmail } from './find-user.ts';
import { note, type NoteParts } from './note.ts';
import { redirectOf, type RedirectParts } from './redirects.ts';
import type { SignInCall } from './sign-in-call.ts';
import type { UserSession } from './user-session.ts';

/** @throws Refusal AUTH_METHOD_NOT_ALLOWED where no client of Google's is set up */
function googleOf({ google }: { google: GoogleSignIn | undefined }): GoogleSignIn {
  if (google === undefined) throw new Refusal('AUTH_METHOD_NOT_ALLOWED');
  return google;
}

/**
 * Where to send the browser; `secret` is to come back with it, so that only the browser that began it finishes it.
 * @throws Refusal
 */
export async function startGoogleSignIn(
  service: RedirectParts & { challenges: Challenges; google: GoogleSignIn | undefined; attempts: Attempts },
  redirectTo: string | undefined,
  client: ClientContext,
): Promise<{ url: string; secret: string }> {
  const google = googleOf(service);
  const page = redirectOf(service, redirectTo, '/login');
  await service.attempts.count('openLinkPerAddress', client.ip ?? '');
  page.hash = '';
  page.search = '';
  const { url, ...begun } = await google.begin(page.href);
  return { url, secret: await service.challenges.issue('google', begun) };
}

/** Lets in whom Google has signed in. @throws Refusal GOOGLE_SIGN_IN_FAILED and the like */
export async function finishGoogleSignIn(
  service: SignInParts & { accounts: Accounts; google: GoogleSignIn | undefined; attempts: Attempts },
  callback: string,
  secret: string | undefined,
  call: SignInCall,
): Promise<UserSession> {
  const google = googleOf(service);
  await service.attempts.count('openLinkPerAddress', call.client.ip ?? '');
  const begun = secret === undefined ? undefined : await service.challenges.take('google', secret);
  if (begun === undefined) throw new Refusal('GOOGLE_SIGN_IN_FAILED');
  const identity = await google.finish(callback, begun.data);
  const userId = await userOf(service, identity, call);
  const whenUnknown = 'GOOGLE_SIGN_IN_FAILED';
  return completeFirstFactor(service, { userId, method: 'google', whenUnknown }, call);
}

/**
 * The user a Google account is, by an earlier link or by the address. No account is registered by this. The address
 * must be vouched for on both sides: else an attacker who registered here with a victim's address, or made a Google
 * account that claims it, would share an account with its owner.
 */
async function userOf(
  service: NoteParts & { accounts: Accounts },
  { subject, email, emailVerified }: GoogleIdentity,
  call: SignInCall,
): Promise<string> {
  const { accounts } = service;
  const linked = await accounts.byGoogle(subject);
  if (linked !== undefined) return linked;
  const found = email !== undefined && emailVerified ? await activeUserByEmail(service, email) : undefined;
  const known = found && (await accounts.byId(found.userId));
  if (found === undefined || known?.emailVerified !== true) throw new Refusal('GOOGLE_SIGN_IN_FAILED');
  await assertTenantTakesCommands(service, found.tenantId);
  // Commit point of the link. Another Google account may be linked already: then this one is not theirs to us.
  if (!(await accounts.linkGoogle(found.userId, subject))) throw new Refusal('GOOGLE_SIGN_IN_FAILED');
  await note(service, found.userId, { type: 'UserGoogleLinked' }, call);
  return found.userId;
}
