import { defineRoute } from '../../define-route.ts';
import { sendSecondFactorCode } from '../../sign-in/second-factor.ts';

export const route = defineRoute('sendSecondFactorCode', ({ body, client }, service) =>
  sendSecondFactorCode(service, body, client),
);
