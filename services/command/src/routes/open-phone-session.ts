import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { answerSession, signInCallOf } from '../identity/user/sign-in-call.ts';
import { openPhoneSession as open } from '../identity/user/sign-in/by-phone.ts';
import type { CommandService } from '../service.ts';

export function openPhoneSession(app: FastifyInstance, service: CommandService): void {
  route(app, 'openPhoneSession', async (call) =>
    answerSession(service, call.reply, await open(service, call.body, signInCallOf(service, call))),
  );
}
