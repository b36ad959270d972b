import { defineRoute } from '../../define-route.ts';
import { requestActCode } from '../../person-access/act-code.ts';

export const route = defineRoute('requestActCode', ({ principal, body, client }, service) =>
  requestActCode(service, principal, body, client),
);
