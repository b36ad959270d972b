import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { sessionSecretOf, setSessionCookie } from '../identity/session-cookie.ts';
import { refreshSession as refresh } from '../identity/user-session.ts';
import { isSecure, type CommandService } from '../service.ts';

export function refreshSession(app: FastifyInstance, service: CommandService): void {
  route(app, 'refreshSession', async ({ request, reply }) => {
    const { session, answer } = await refresh(service, sessionSecretOf(request));
    setSessionCookie(reply, session, { isSecure: isSecure(service) });
    return answer;
  });
}
