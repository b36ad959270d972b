import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { answerSession, signInCallOf } from '../identity/user/sign-in-call.ts';
import { signInByPassword } from '../identity/user/sign-in/by-password.ts';
import type { CommandService } from '../service.ts';

export function signIn(app: FastifyInstance, service: CommandService): void {
  route(app, 'signIn', async (call) =>
    answerSession(
      service,
      call.reply,
      await signInByPassword(service, call.body, signInCallOf(service, call)),
    ),
  );
}
