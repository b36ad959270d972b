import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { requestActCode as request } from '../identity/person/act-code.ts';
import type { CommandService } from '../service.ts';

export function requestActCode(app: FastifyInstance, service: CommandService): void {
  route(app, 'requestActCode', ({ principal, body, client }) => request(service, principal, body, client));
}
