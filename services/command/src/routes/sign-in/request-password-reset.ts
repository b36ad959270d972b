import { defineRoute } from '../../define-route.ts';
import { requestPasswordReset } from '../../identity/user/account/password.ts';

export const route = defineRoute('requestPasswordReset', ({ body, client }, service) =>
  requestPasswordReset(service, body, client),
);
