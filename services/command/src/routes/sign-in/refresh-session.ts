import { defineRoute } from '../../define-route.ts';
import { refreshSession } from '../../identity/user/complete-sign-in.ts';
import { answerSession, signInCallOf } from '../../identity/user/sign-in-call.ts';

export const route = defineRoute('refreshSession', async (call, service) =>
  answerSession(service, call.reply, await refreshSession(service, signInCallOf(service, call))),
);
