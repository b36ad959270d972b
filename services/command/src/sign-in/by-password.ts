import { addressGroup, Refusal } from '@lacre/http';
import type { Accounts, Attempts } from '@lacre/identity';

import type { Background } from '../background.ts';
import { completeFirstFactor, type SignInParts } from './complete-sign-in.ts';
import { note, type NoteParts } from './note.ts';
import type { SignInCall } from './sign-in-call.ts';
import type { UserSession } from './user-session.ts';

/**
 * Opens a session for e-mail and password.
 *
 * @throws Refusal INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, TOO_MANY_REQUESTS, AUTH_USER_INACTIVE, TENANT_INACTIVE
 */
export async function signInByPassword(
  service: SignInParts & { accounts: Accounts; attempts: Attempts; background: Background },
  { email, password }: { email: string; password: string },
  call: SignInCall,
): Promise<UserSession> {
  const guesses = await countGuess(service, email, call);
  const userId = await service.identity.checkPassword(email, password);
  if (userId === undefined) {
    if (guesses.waitsBegin) tellOfWaits(service, email, 'password', call);
    throw new Refusal('INVALID_CREDENTIALS');
  }
  const whenUnknown = 'INVALID_CREDENTIALS';
  const opened = await completeFirstFactor(service, { userId, method: 'password', whenUnknown }, call);
  await guesses.forget();
  return opened;
}

export interface CountedGuess {
  /** If this one is wrong, the next has to wait. */
  waitsBegin: boolean;
  /** A right password ends the count of guesses. */
  forget(): Promise<void>;
}

/**
 * Counts a try at an account. Browsers that the account has signed in from are counted each by itself, so that guesses
 * from elsewhere never keep its owner waiting there. @throws Refusal TOO_MANY_REQUESTS
 */
export async function countGuess(
  { attempts }: { attempts: Attempts },
  email: string,
  { client, browser }: SignInCall,
): Promise<CountedGuess> {
  const address = client.ip ?? '';
  await attempts.count('signInPerAddress', address);
  const kinds = browser.knows(email)
    ? ([['signInPerAccountAndBrowser', `${email} ${browser.id}`]] as const)
    : ([
        ['signInPerAccountAndAddress', `${email} ${addressGroup(address)}`],
        ['signInPerAccount', email],
      ] as const);
  let waitsBegin = false;
  for (const [kind, subject] of kinds) {
    const begins = await attempts.countGuess(kind, subject);
    waitsBegin ||= begins;
  }
  return {
    waitsBegin,
    forget: async () => {
      for (const [kind, subject] of kinds) await attempts.clear(kind, subject);
    },
  };
}

/** In the background: the answer's duration must not disclose whether this e-mail is registered. */
export function tellOfWaits(
  service: NoteParts & { accounts: Accounts; background: Background },
  email: string,
  what: 'password' | 'second-factor',
  call: SignInCall,
): void {
  service.background.run('a failure told in the log', async () => {
    const found = await service.accounts.byEmail(email);
    if (found !== undefined) await note(service, found.userId, { type: 'UserSignInHeld', what }, call);
  });
}
