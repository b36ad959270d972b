import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { requestSignInLink as request } from '../identity/user/sign-in/by-link.ts';
import type { CommandService } from '../service.ts';

export function requestSignInLink(app: FastifyInstance, service: CommandService): void {
  route(app, 'requestSignInLink', ({ body, client }) => request(service, body, client));
}
