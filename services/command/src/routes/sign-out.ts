import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { sessionCookie } from '../identity/cookies.ts';
import { isSecure, type CommandService } from '../service.ts';

export function signOut(app: FastifyInstance, service: CommandService): void {
  route(app, 'signOut', async ({ request, reply }) => {
    const secret = sessionCookie.of(request);
    if (secret !== undefined) await service.sessions.end(secret);
    sessionCookie.clear(reply, { isSecure: isSecure(service) });
    return reply.send();
  });
}
