import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { sessionCookie } from '../identity/cookies.ts';
import { deleteAccount as remove } from '../identity/user/account/delete-account.ts';
import { ownCall } from '../identity/user/account/own-session.ts';
import { isSecure, type CommandService } from '../service.ts';

export function deleteAccount(app: FastifyInstance, service: CommandService): void {
  route(app, 'deleteAccount', async (call) => {
    await remove(service, await ownCall(service, call, { recently: true }));
    sessionCookie.clear(call.reply, { isSecure: isSecure(service) });
    return call.reply.send();
  });
}
