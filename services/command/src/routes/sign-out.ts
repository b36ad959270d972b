import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { clearSessionCookie, sessionSecretOf } from '../identity/session-cookie.ts';
import { isSecure, type CommandService } from '../service.ts';

export function signOut(app: FastifyInstance, service: CommandService): void {
  route(app, 'signOut', async ({ request, reply }) => {
    const secret = sessionSecretOf(request);
    if (secret !== undefined) await service.identity.endSession(secret);
    clearSessionCookie(reply, { isSecure: isSecure(service) });
    return reply.send();
  });
}
