import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { startPhoneFactor as start } from '../identity/user/account/factors.ts';
import { ownCall } from '../identity/user/account/own-session.ts';
import type { CommandService } from '../service.ts';

export function startPhoneFactor(app: FastifyInstance, service: CommandService): void {
  route(app, 'startPhoneFactor', async (call) =>
    start(service, call.body.phoneNumber, await ownCall(service, call, { recently: true })),
  );
}
