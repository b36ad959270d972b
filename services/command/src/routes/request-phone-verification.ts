import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { requestPhoneVerification as request } from '../identity/user/account/verification.ts';
import type { CommandService } from '../service.ts';

export function requestPhoneVerification(app: FastifyInstance, service: CommandService): void {
  route(app, 'requestPhoneVerification', async (call) => request(service, await ownCall(service, call)));
}
