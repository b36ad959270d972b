import { defineRoute } from '../../define-route.ts';
import { closeSigningSession } from '../../person-access/person-session.ts';

export const route = defineRoute(
  'closeSigningSession',
  async ({ principal, client, request, reply }, service) => {
    await closeSigningSession(service, principal, { client, correlationId: request.id });
    return reply.send();
  },
);
