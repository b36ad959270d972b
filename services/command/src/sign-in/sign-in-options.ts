import { PASSWORD_POLICY, type AnswerOf } from '@lacre/contracts';
import type { GoogleSignIn, Passkeys } from '@lacre/identity';
import type { SmsSender } from '@lacre/mailer';

import { redirectOrigins, type RedirectParts } from './redirects.ts';

/** How people may come in here. */
export const signInOptions = (
  service: RedirectParts & {
    passkeys: Passkeys;
    google: GoogleSignIn | undefined;
    sms?: SmsSender | undefined;
  },
): AnswerOf<'signInOptions'> => ({
  password: true,
  emailLink: true,
  google: service.google !== undefined,
  phone: service.sms !== undefined,
  passkey: service.passkeys.arePossible,
  passwordPolicy: { ...PASSWORD_POLICY },
  authorizedDomains: redirectOrigins(service),
});
