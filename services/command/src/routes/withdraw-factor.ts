import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { withdrawFactor as withdraw } from '../identity/user/account/factors.ts';
import { ownCall } from '../identity/user/account/own-session.ts';
import type { CommandService } from '../service.ts';

export function withdrawFactor(app: FastifyInstance, service: CommandService): void {
  route(app, 'withdrawFactor', async (call) => {
    await withdraw(service, call.params.factorId, await ownCall(service, call, { recently: true }));
    return call.reply.send();
  });
}
