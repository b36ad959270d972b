import { defineRoute } from '../../define-route.ts';
import { requestActCode } from '../../identity/person/act-code.ts';

export const route = defineRoute('requestActCode', ({ principal, body, client }, service) =>
  requestActCode(service, principal, body, client),
);
