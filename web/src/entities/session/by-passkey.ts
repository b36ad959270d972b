import { anonymousApi } from '@/lib/session/session.ts';

import { fetchPasskeys } from './fetch-passkeys.ts';
import type { SignIn } from './use-sign-in.ts';

/** Signs in by a passkey that the browser lets its user choose, of whichever account. */
export async function signInByPasskey(come: SignIn['come']): Promise<void> {
  const [begun, { askForPasskey }] = await Promise.all([
    anonymousApi.call('startPasskeySignIn'),
    fetchPasskeys(),
  ]);
  const credential = await askForPasskey(begun.options);
  await come(() =>
    anonymousApi.call('finishPasskeySignIn', { body: { challenge: begun.challenge, credential } }),
  );
}
