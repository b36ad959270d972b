import { defineRoute } from '../../define-route.ts';
import { answerSession, signInCallOf } from '../../identity/user/sign-in-call.ts';
import { finishPasskeySignIn } from '../../identity/user/sign-in/by-passkey.ts';

export const route = defineRoute('finishPasskeySignIn', async (call, service) =>
  answerSession(
    service,
    call.reply,
    await finishPasskeySignIn(service, call.body, signInCallOf(service, call)),
  ),
);
