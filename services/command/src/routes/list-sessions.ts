import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import type { CommandService } from '../service.ts';

export function listSessions(app: FastifyInstance, service: CommandService): void {
  route(app, 'listSessions', async (call) => {
    const { userId, sessionId } = await ownCall(service, call);
    return { items: await service.sessions.list(userId, sessionId) };
  });
}
