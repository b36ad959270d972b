import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { sendSecondFactorCode as send } from '../identity/user/sign-in/second-factor.ts';
import type { CommandService } from '../service.ts';

export function sendSecondFactorCode(app: FastifyInstance, service: CommandService): void {
  route(app, 'sendSecondFactorCode', ({ body, client }) => send(service, body, client));
}
