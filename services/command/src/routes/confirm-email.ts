import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { confirmEmail as confirm } from '../identity/user/account/verification.ts';
import type { CommandService } from '../service.ts';

export function confirmEmail(app: FastifyInstance, service: CommandService): void {
  route(app, 'confirmEmail', async ({ body, client, request, reply }) => {
    await confirm(service, body.link, { client, correlationId: request.id });
    return reply.send();
  });
}
