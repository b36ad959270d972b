import { askedLanguage } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { requestTotemCode } from '../../person-access/totem-session.ts';

export const route = defineRoute('requestTotemCode', (call, service) =>
  requestTotemCode(service, { ...call.body, language: askedLanguage(call.request) }, call),
);
