import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { revokeOtherSessions as revoke } from '../identity/user/account/revoke-sessions.ts';
import type { CommandService } from '../service.ts';

export function revokeOtherSessions(app: FastifyInstance, service: CommandService): void {
  route(app, 'revokeOtherSessions', async (call) => ({
    revoked: await revoke(service, await ownCall(service, call)),
  }));
}
