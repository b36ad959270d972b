import { defineRoute } from '../../define-route.ts';
import { requestSignInLink } from '../../identity/user/sign-in/by-link.ts';

export const route = defineRoute('requestSignInLink', ({ body, client }, service) =>
  requestSignInLink(service, body, client),
);
