import { defineRoute } from '../../define-route.ts';
import { signingInvitation } from '../../person-access/signing-invitation.ts';

export const route = defineRoute('signingInvitation', ({ params, client }, service) =>
  signingInvitation(service, params, client),
);
