import { defineRoute } from '../../define-route.ts';
import { requestSignInLink } from '../../sign-in/by-link.ts';

export const route = defineRoute('requestSignInLink', ({ body, client }, service) =>
  requestSignInLink(service, body, client),
);
