import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { changePassword as change } from '../identity/user/account/password.ts';
import type { CommandService } from '../service.ts';

export function changePassword(app: FastifyInstance, service: CommandService): void {
  route(app, 'changePassword', async (call) => {
    await change(service, call.body, await ownCall(service, call, { recently: true }));
    return call.reply.send();
  });
}
