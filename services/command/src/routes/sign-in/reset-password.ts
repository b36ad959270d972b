import { resetPassword } from '../../account/password.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('resetPassword', async ({ body, client, request, reply }, service) => {
  await resetPassword(service, body, { client, correlationId: request.id });
  return reply.send();
});
