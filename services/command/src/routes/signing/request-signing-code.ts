import { defineRoute } from '../../define-route.ts';
import { requestSigningCode } from '../../identity/person/person-session.ts';

export const route = defineRoute('requestSigningCode', ({ body, client }, service) =>
  requestSigningCode(service, body, client),
);
