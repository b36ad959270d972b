import { defineRoute } from '../../define-route.ts';
import { refreshSession } from '../../sign-in/complete-sign-in.ts';
import { answerSession, signInCallOf } from '../../sign-in/sign-in-call.ts';

export const route = defineRoute('refreshSession', async (call, service) =>
  answerSession(service, call.reply, await refreshSession(service, signInCallOf(service, call))),
);
