import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { googleCookie } from '../identity/cookies.ts';
import { answerSession, signInCallOf } from '../identity/user/sign-in-call.ts';
import { finishGoogleSignIn as finish } from '../identity/user/sign-in/by-google.ts';
import { isSecure, type CommandService } from '../service.ts';

export function finishGoogleSignIn(app: FastifyInstance, service: CommandService): void {
  route(app, 'finishGoogleSignIn', async (call) => {
    const { body, request, reply } = call;
    const secret = googleCookie.of(request);
    // Whatever comes of it, it was for this once.
    googleCookie.clear(reply, { isSecure: isSecure(service) });
    const opened = await finish(service, body.callback, secret, signInCallOf(service, call));
    return answerSession(service, reply, opened);
  });
}
