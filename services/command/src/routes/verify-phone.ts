import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { verifyPhone as verify } from '../identity/user/account/verification.ts';
import type { CommandService } from '../service.ts';

export function verifyPhone(app: FastifyInstance, service: CommandService): void {
  route(app, 'verifyPhone', async (call) => {
    await verify(service, call.body, await ownCall(service, call, { recently: true }));
    return call.reply.send();
  });
}
