import { defineRoute } from '../../define-route.ts';
import { startPasskeySignIn } from '../../identity/user/sign-in/by-passkey.ts';

export const route = defineRoute('startPasskeySignIn', ({ client }, service) =>
  startPasskeySignIn(service, client),
);
