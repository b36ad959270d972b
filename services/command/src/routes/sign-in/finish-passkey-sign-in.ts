import { defineRoute } from '../../define-route.ts';
import { finishPasskeySignIn } from '../../sign-in/by-passkey.ts';
import { answerSession, signInCallOf } from '../../sign-in/sign-in-call.ts';

export const route = defineRoute('finishPasskeySignIn', async (call, service) =>
  answerSession(
    service,
    call.reply,
    await finishPasskeySignIn(service, call.body, signInCallOf(service, call)),
  ),
);
