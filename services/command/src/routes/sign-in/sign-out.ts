import { defineRoute } from '../../define-route.ts';
import { sessionCookie } from '../../sign-in/cookies.ts';
import { signOut } from '../../sign-in/sign-out.ts';

export const route = defineRoute('signOut', async ({ client, request, reply }, service) => {
  const secret = sessionCookie.of(request);
  if (secret !== undefined) await signOut(service, secret, { client, correlationId: request.id });
  sessionCookie.clear(reply, service);
  return reply.send();
});
