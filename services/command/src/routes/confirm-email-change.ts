import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { confirmEmailChange as confirm } from '../identity/user/account/email-change.ts';
import { ownCall } from '../identity/user/account/own-session.ts';
import type { CommandService } from '../service.ts';

export function confirmEmailChange(app: FastifyInstance, service: CommandService): void {
  route(app, 'confirmEmailChange', async (call) => {
    await confirm(service, call.body.link, await ownCall(service, call));
    return call.reply.send();
  });
}
