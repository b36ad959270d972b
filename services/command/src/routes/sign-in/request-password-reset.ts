import { requestPasswordReset } from '../../account/password.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('requestPasswordReset', ({ body, client }, service) =>
  requestPasswordReset(service, body, client),
);
