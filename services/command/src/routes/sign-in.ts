import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { sessionCookie } from '../identity/cookies.ts';
import { signIn as open } from '../identity/user-session.ts';
import { isSecure, type CommandService } from '../service.ts';

export function signIn(app: FastifyInstance, service: CommandService): void {
  route(app, 'signIn', async ({ body, client, request, reply }) => {
    const { session, answer } = await open(service, { ...body, client, correlationId: request.id });
    sessionCookie.set(reply, session.secret, session.expiresAt, { isSecure: isSecure(service) });
    return answer;
  });
}
