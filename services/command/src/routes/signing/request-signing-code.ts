import { defineRoute } from '../../define-route.ts';
import { askedLanguage } from '../../person-access/asked-language.ts';
import { requestSigningCode } from '../../person-access/person-session.ts';

export const route = defineRoute('requestSigningCode', ({ body, client, request }, service) =>
  requestSigningCode(service, { ...body, language: askedLanguage(request) }, client),
);
