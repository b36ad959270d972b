import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { revokeSession as revoke } from '../identity/user/account/revoke-sessions.ts';
import type { CommandService } from '../service.ts';

export function revokeSession(app: FastifyInstance, service: CommandService): void {
  route(app, 'revokeSession', async (call) => {
    await revoke(service, call.params.sessionId, await ownCall(service, call));
    return call.reply.send();
  });
}
