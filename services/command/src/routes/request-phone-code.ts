import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { requestPhoneCode as request } from '../identity/user/sign-in/by-phone.ts';
import type { CommandService } from '../service.ts';

export function requestPhoneCode(app: FastifyInstance, service: CommandService): void {
  route(app, 'requestPhoneCode', ({ body, client }) => request(service, body, client));
}
