import { defineRoute } from '../../define-route.ts';
import { requestPhoneCode } from '../../sign-in/by-phone.ts';

export const route = defineRoute('requestPhoneCode', ({ body, client }, service) =>
  requestPhoneCode(service, body, client),
);
