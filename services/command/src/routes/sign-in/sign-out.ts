import { defineRoute } from '../../define-route.ts';
import { sessionCookie } from '../../identity/cookies.ts';
import { signOut } from '../../identity/user/sign-out.ts';
import { isSecure } from '../../service.ts';

export const route = defineRoute('signOut', async ({ client, request, reply }, service) => {
  const secret = sessionCookie.of(request);
  if (secret !== undefined) await signOut(service, secret, { client, correlationId: request.id });
  sessionCookie.clear(reply, { isSecure: isSecure(service) });
  return reply.send();
});
