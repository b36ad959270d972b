import { defineRoute } from '../../define-route.ts';
import { answerSession, signInCallOf } from '../../identity/user/sign-in-call.ts';
import { openSignInLink } from '../../identity/user/sign-in/by-link.ts';

export const route = defineRoute('openSignInLink', async (call, service) =>
  answerSession(service, call.reply, await openSignInLink(service, call.body, signInCallOf(service, call))),
);
