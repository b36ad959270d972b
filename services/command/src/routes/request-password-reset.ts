import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { requestPasswordReset as request } from '../identity/user/account/password.ts';
import type { CommandService } from '../service.ts';

export function requestPasswordReset(app: FastifyInstance, service: CommandService): void {
  route(app, 'requestPasswordReset', ({ body, client }) => request(service, body, client));
}
