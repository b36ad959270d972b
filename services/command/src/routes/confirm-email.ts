import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { confirmEmail as confirm } from '../identity/user/account/verification.ts';
import type { CommandService } from '../service.ts';

export function confirmEmail(app: FastifyInstance, service: CommandService): void {
  route(app, 'confirmEmail', async (call) => {
    await confirm(service, call.body.link, await ownCall(service, call));
    return call.reply.send();
  });
}
