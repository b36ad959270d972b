import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { answerSession, signInCallOf } from '../identity/user/sign-in-call.ts';
import { finishPasskeySignIn as finish } from '../identity/user/sign-in/by-passkey.ts';
import type { CommandService } from '../service.ts';

export function finishPasskeySignIn(app: FastifyInstance, service: CommandService): void {
  route(app, 'finishPasskeySignIn', async (call) =>
    answerSession(service, call.reply, await finish(service, call.body, signInCallOf(service, call))),
  );
}
