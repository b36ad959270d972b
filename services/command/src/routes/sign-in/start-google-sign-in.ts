import { CHALLENGE_SECONDS } from '@lacre/identity';

import { defineRoute } from '../../define-route.ts';
import { startGoogleSignIn } from '../../sign-in/by-google.ts';
import { googleCookie } from '../../sign-in/cookies.ts';

export const route = defineRoute('startGoogleSignIn', async ({ body, client, reply }, service) => {
  const { url, secret } = await startGoogleSignIn(service, body.redirectTo, client);
  const expiresAt = new Date(service.now().getTime() + CHALLENGE_SECONDS * 1000);
  googleCookie.set(reply, secret, expiresAt, service);
  return { url };
});
