import { askedLanguage } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { requestSigningCode } from '../../person-access/person-session.ts';

export const route = defineRoute('requestSigningCode', ({ body, client, request }, service) =>
  requestSigningCode(service, { ...body, language: askedLanguage(request) }, client),
);
