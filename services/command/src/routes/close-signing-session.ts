import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { closeSigningSession as close } from '../identity/person/person-session.ts';
import type { CommandService } from '../service.ts';

export function closeSigningSession(app: FastifyInstance, service: CommandService): void {
  route(app, 'closeSigningSession', async ({ principal, client, request, reply }) => {
    await close(service, principal, { client, correlationId: request.id });
    return reply.send();
  });
}
