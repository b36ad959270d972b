import { defineRoute } from '../../define-route.ts';
import { openPhoneSession } from '../../sign-in/by-phone.ts';
import { answerSession, signInCallOf } from '../../sign-in/sign-in-call.ts';

export const route = defineRoute('openPhoneSession', async (call, service) =>
  answerSession(service, call.reply, await openPhoneSession(service, call.body, signInCallOf(service, call))),
);
