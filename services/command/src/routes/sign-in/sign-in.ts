import { defineRoute } from '../../define-route.ts';
import { answerSession, signInCallOf } from '../../identity/user/sign-in-call.ts';
import { signInByPassword } from '../../identity/user/sign-in/by-password.ts';

export const route = defineRoute('signIn', async (call, service) =>
  answerSession(service, call.reply, await signInByPassword(service, call.body, signInCallOf(service, call))),
);
