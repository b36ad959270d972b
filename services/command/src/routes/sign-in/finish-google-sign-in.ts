import { defineRoute } from '../../define-route.ts';
import { googleCookie } from '../../identity/cookies.ts';
import { answerSession, signInCallOf } from '../../identity/user/sign-in-call.ts';
import { finishGoogleSignIn } from '../../identity/user/sign-in/by-google.ts';
import { isSecure } from '../../service.ts';

export const route = defineRoute('finishGoogleSignIn', async (call, service) => {
  const { body, request, reply } = call;
  const secret = googleCookie.of(request);
  // Whatever comes of it, it was for this once.
  googleCookie.clear(reply, { isSecure: isSecure(service) });
  const opened = await finishGoogleSignIn(service, body.callback, secret, signInCallOf(service, call));
  return answerSession(service, reply, opened);
});
