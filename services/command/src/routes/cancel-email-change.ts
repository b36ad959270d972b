import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { cancelEmailChange as cancel } from '../identity/user/account/email-change.ts';
import { ownCall } from '../identity/user/account/own-session.ts';
import type { CommandService } from '../service.ts';

export function cancelEmailChange(app: FastifyInstance, service: CommandService): void {
  route(app, 'cancelEmailChange', async (call) => {
    await cancel(service, await ownCall(service, call));
    return call.reply.send();
  });
}
