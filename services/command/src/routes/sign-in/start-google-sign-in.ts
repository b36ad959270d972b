import { defineRoute } from '../../define-route.ts';
import { googleCookie } from '../../identity/cookies.ts';
import { CHALLENGE_SECONDS } from '../../identity/user/challenges.ts';
import { startGoogleSignIn } from '../../identity/user/sign-in/by-google.ts';
import { isSecure } from '../../service.ts';

export const route = defineRoute('startGoogleSignIn', async ({ body, client, reply }, service) => {
  const { url, secret } = await startGoogleSignIn(service, body.redirectTo, client);
  const expiresAt = new Date(service.now().getTime() + CHALLENGE_SECONDS * 1000);
  googleCookie.set(reply, secret, expiresAt, { isSecure: isSecure(service) });
  return { url };
});
