import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { requestEmailVerification as request } from '../identity/user/account/verification.ts';
import type { CommandService } from '../service.ts';

export function requestEmailVerification(app: FastifyInstance, service: CommandService): void {
  route(app, 'requestEmailVerification', async (call) => request(service, await ownCall(service, call)));
}
