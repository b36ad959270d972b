import { defineRoute } from '../../define-route.ts';
import { answerSession, signInCallOf } from '../../identity/user/sign-in-call.ts';
import { openPhoneSession } from '../../identity/user/sign-in/by-phone.ts';

export const route = defineRoute('openPhoneSession', async (call, service) =>
  answerSession(service, call.reply, await openPhoneSession(service, call.body, signInCallOf(service, call))),
);
