import { defineRoute } from '../../define-route.ts';
import { finishGoogleSignIn } from '../../sign-in/by-google.ts';
import { googleCookie } from '../../sign-in/cookies.ts';
import { answerSession, signInCallOf } from '../../sign-in/sign-in-call.ts';

export const route = defineRoute('finishGoogleSignIn', async (call, service) => {
  const { body, request, reply } = call;
  const secret = googleCookie.of(request);
  // Whatever comes of it, it was for this once.
  googleCookie.clear(reply, service);
  const opened = await finishGoogleSignIn(service, body.callback, secret, signInCallOf(service, call));
  return answerSession(service, reply, opened);
});
