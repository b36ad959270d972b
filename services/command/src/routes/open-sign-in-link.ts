import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { answerSession, signInCallOf } from '../identity/user/sign-in-call.ts';
import { openSignInLink as open } from '../identity/user/sign-in/by-link.ts';
import type { CommandService } from '../service.ts';

export function openSignInLink(app: FastifyInstance, service: CommandService): void {
  route(app, 'openSignInLink', async (call) =>
    answerSession(service, call.reply, await open(service, call.body, signInCallOf(service, call))),
  );
}
