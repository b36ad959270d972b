import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { resetPassword as reset } from '../identity/user/account/password.ts';
import type { CommandService } from '../service.ts';

export function resetPassword(app: FastifyInstance, service: CommandService): void {
  route(app, 'resetPassword', async ({ body, client, request, reply }) => {
    await reset(service, body, { client, correlationId: request.id });
    return reply.send();
  });
}
