import type { AnswerOf, BodyOf, ClientContext } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { Attempts, Challenges, Passkeys } from '@lacre/identity';

import { completeFirstFactor, type SignInParts } from './complete-sign-in.ts';
import type { SignInCall } from './sign-in-call.ts';
import type { UserSession } from './user-session.ts';

/** @throws Refusal AUTH_METHOD_NOT_ALLOWED where the product's address is a bare IP address */
export function assertPasskeys({ passkeys }: { passkeys: Passkeys }): void {
  if (!passkeys.arePossible) throw new Refusal('AUTH_METHOD_NOT_ALLOWED');
}

/** A challenge for any passkey of this product. @throws Refusal */
export async function startPasskeySignIn(
  service: { challenges: Challenges; passkeys: Passkeys; attempts: Attempts },
  client: ClientContext,
): Promise<AnswerOf<'startPasskeySignIn'>> {
  assertPasskeys(service);
  await service.attempts.count('openLinkPerAddress', client.ip ?? '');
  const options = await service.passkeys.signInOptions();
  const challenge = await service.challenges.issue('passkey-sign-in', { challenge: options.challenge });
  return { challenge, options: { ...options } };
}

/** Lets in whose passkey signed the challenge. @throws Refusal SIGN_IN_FAILED and the like */
export async function finishPasskeySignIn(
  service: SignInParts & { passkeys: Passkeys; attempts: Attempts },
  { challenge, credential }: BodyOf<'finishPasskeySignIn'>,
  call: SignInCall,
): Promise<UserSession> {
  assertPasskeys(service);
  await service.attempts.count('openLinkPerAddress', call.client.ip ?? '');
  const begun = await service.challenges.take('passkey-sign-in', challenge);
  const userId = begun && (await service.passkeys.verify(credential, begun.data.challenge));
  if (userId === undefined) throw new Refusal('SIGN_IN_FAILED');
  return completeFirstFactor(service, { userId, method: 'passkey', whenUnknown: 'SIGN_IN_FAILED' }, call);
}
