import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { sessionCookie } from '../identity/cookies.ts';
import { signOut as leave } from '../identity/user/sign-out.ts';
import { isSecure, type CommandService } from '../service.ts';

export function signOut(app: FastifyInstance, service: CommandService): void {
  route(app, 'signOut', async ({ client, request, reply }) => {
    const secret = sessionCookie.of(request);
    if (secret !== undefined) await leave(service, secret, { client, correlationId: request.id });
    sessionCookie.clear(reply, { isSecure: isSecure(service) });
    return reply.send();
  });
}
