import { defineRoute } from '../../define-route.ts';
import { openSignInLink } from '../../sign-in/by-link.ts';
import { answerSession, signInCallOf } from '../../sign-in/sign-in-call.ts';

export const route = defineRoute('openSignInLink', async (call, service) =>
  answerSession(service, call.reply, await openSignInLink(service, call.body, signInCallOf(service, call))),
);
