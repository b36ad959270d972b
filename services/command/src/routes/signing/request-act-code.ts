import { defineRoute } from '../../define-route.ts';
import { requestActCode } from '../../person-access/act-code.ts';
import { askedLanguage } from '../../person-access/asked-language.ts';

export const route = defineRoute('requestActCode', ({ principal, body, client, request }, service) =>
  requestActCode(service, principal, { ...body, language: askedLanguage(request) }, client),
);
