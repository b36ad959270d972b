import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { setSessionCookie } from '../identity/session-cookie.ts';
import { signIn as open } from '../identity/user-session.ts';
import { isSecure, type CommandService } from '../service.ts';

export function signIn(app: FastifyInstance, service: CommandService): void {
  route(app, 'signIn', async ({ body, client, request, reply }) => {
    const { session, answer } = await open(service, { ...body, client, correlationId: request.id });
    setSessionCookie(reply, session, { isSecure: isSecure(service) });
    return answer;
  });
}
