import { defineRoute } from '../../define-route.ts';
import { startPasskeySignIn } from '../../sign-in/by-passkey.ts';

export const route = defineRoute('startPasskeySignIn', ({ client }, service) =>
  startPasskeySignIn(service, client),
);
