import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { CommandService } from '../service.ts';
import { acceptInvitation as accept } from '../user/accept-invitation.ts';

export function acceptInvitation(app: FastifyInstance, service: CommandService): void {
  route(app, 'acceptInvitation', ({ body, client, request }) =>
    accept(service, { ...body, client, correlationId: request.id }),
  );
}
