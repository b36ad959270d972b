import { defineRoute } from '../../define-route.ts';
import { resetPassword } from '../../identity/user/account/password.ts';

export const route = defineRoute('resetPassword', async ({ body, client, request, reply }, service) => {
  await resetPassword(service, body, { client, correlationId: request.id });
  return reply.send();
});
