import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { removePasskey as remove } from '../identity/user/account/passkeys.ts';
import type { CommandService } from '../service.ts';

export function removePasskey(app: FastifyInstance, service: CommandService): void {
  route(app, 'removePasskey', async (call) => {
    await remove(service, call.params.passkeyId, await ownCall(service, call, { recently: true }));
    return call.reply.send();
  });
}
