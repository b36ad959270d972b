import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { sessionCookie } from '../identity/cookies.ts';
import { refreshSession as refresh } from '../identity/user-session.ts';
import { isSecure, type CommandService } from '../service.ts';

export function refreshSession(app: FastifyInstance, service: CommandService): void {
  route(app, 'refreshSession', async ({ request, reply }) => {
    const { session, answer } = await refresh(service, sessionCookie.of(request));
    sessionCookie.set(reply, session.secret, session.expiresAt, { isSecure: isSecure(service) });
    return answer;
  });
}
