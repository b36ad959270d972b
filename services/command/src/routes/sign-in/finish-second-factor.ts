import { defineRoute } from '../../define-route.ts';
import { answerSession, signInCallOf } from '../../identity/user/sign-in-call.ts';
import { finishSecondFactor } from '../../identity/user/sign-in/second-factor.ts';

export const route = defineRoute('finishSecondFactor', async (call, service) =>
  answerSession(
    service,
    call.reply,
    await finishSecondFactor(service, call.body, signInCallOf(service, call)),
  ),
);
