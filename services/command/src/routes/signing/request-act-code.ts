import { askedLanguage } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { requestActCode } from '../../person-access/act-code.ts';

export const route = defineRoute('requestActCode', ({ principal, body, client, request }, service) =>
  requestActCode(service, principal, { ...body, language: askedLanguage(request) }, client),
);
