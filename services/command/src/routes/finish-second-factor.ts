import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { answerSession, signInCallOf } from '../identity/user/sign-in-call.ts';
import { finishSecondFactor as finish } from '../identity/user/sign-in/second-factor.ts';
import type { CommandService } from '../service.ts';

export function finishSecondFactor(app: FastifyInstance, service: CommandService): void {
  route(app, 'finishSecondFactor', async (call) =>
    answerSession(service, call.reply, await finish(service, call.body, signInCallOf(service, call))),
  );
}
