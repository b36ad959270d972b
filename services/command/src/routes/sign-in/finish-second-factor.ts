import { defineRoute } from '../../define-route.ts';
import { finishSecondFactor } from '../../sign-in/second-factor.ts';
import { answerSession, signInCallOf } from '../../sign-in/sign-in-call.ts';

export const route = defineRoute('finishSecondFactor', async (call, service) =>
  answerSession(
    service,
    call.reply,
    await finishSecondFactor(service, call.body, signInCallOf(service, call)),
  ),
);
