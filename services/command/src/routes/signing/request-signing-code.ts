import { defineRoute } from '../../define-route.ts';
import { requestSigningCode } from '../../person-access/person-session.ts';

export const route = defineRoute('requestSigningCode', ({ body, client }, service) =>
  requestSigningCode(service, body, client),
);
