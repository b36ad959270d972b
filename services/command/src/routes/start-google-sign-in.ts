import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { googleCookie } from '../identity/cookies.ts';
import { CHALLENGE_SECONDS } from '../identity/user/challenges.ts';
import { startGoogleSignIn as start } from '../identity/user/sign-in/by-google.ts';
import { isSecure, type CommandService } from '../service.ts';

export function startGoogleSignIn(app: FastifyInstance, service: CommandService): void {
  route(app, 'startGoogleSignIn', async ({ body, client, reply }) => {
    const { url, secret } = await start(service, body.redirectTo, client);
    const expiresAt = new Date(service.now().getTime() + CHALLENGE_SECONDS * 1000);
    googleCookie.set(reply, secret, expiresAt, { isSecure: isSecure(service) });
    return { url };
  });
}
