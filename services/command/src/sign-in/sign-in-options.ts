import { PASSWORD_POLICY, type AnswerOf } from '@lacre/contracts';

import type { CommandService } from '../service.ts';
import { authorizedOrigins } from './redirects.ts';

/** How people may come in here. */
export const signInOptions = (service: CommandService): AnswerOf<'signInOptions'> => ({
  password: true,
  emailLink: true,
  google: service.google !== undefined,
  phone: service.dependencies.sms !== undefined,
  passkey: service.passkeys.arePossible,
  passwordPolicy: { ...PASSWORD_POLICY },
  authorizedDomains: authorizedOrigins(service),
});
