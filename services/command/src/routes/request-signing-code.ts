import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { requestSigningCode as request } from '../identity/person/person-session.ts';
import type { CommandService } from '../service.ts';

export function requestSigningCode(app: FastifyInstance, service: CommandService): void {
  route(app, 'requestSigningCode', ({ body, client }) => request(service, body, client));
}
