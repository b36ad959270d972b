import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { renewRecoveryCodes as renew } from '../identity/user/account/factors.ts';
import { ownCall } from '../identity/user/account/own-session.ts';
import type { CommandService } from '../service.ts';

export function renewRecoveryCodes(app: FastifyInstance, service: CommandService): void {
  route(app, 'renewRecoveryCodes', async (call) => ({
    recoveryCodes: await renew(service, await ownCall(service, call, { recently: true })),
  }));
}
