import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { refreshSession as refresh } from '../identity/user/complete-sign-in.ts';
import { answerSession, signInCallOf } from '../identity/user/sign-in-call.ts';
import type { CommandService } from '../service.ts';

export function refreshSession(app: FastifyInstance, service: CommandService): void {
  route(app, 'refreshSession', async (call) =>
    answerSession(service, call.reply, await refresh(service, signInCallOf(service, call))),
  );
}
