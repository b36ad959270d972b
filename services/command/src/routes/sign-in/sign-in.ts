import { defineRoute } from '../../define-route.ts';
import { signInByPassword } from '../../sign-in/by-password.ts';
import { answerSession, signInCallOf } from '../../sign-in/sign-in-call.ts';

export const route = defineRoute('signIn', async (call, service) =>
  answerSession(service, call.reply, await signInByPassword(service, call.body, signInCallOf(service, call))),
);
