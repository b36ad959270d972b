import { defineRoute } from '../../define-route.ts';
import { acceptInvitation } from '../../user/accept-invitation.ts';

export const route = defineRoute('acceptInvitation', ({ body, client, request }, service) =>
  acceptInvitation(service, { ...body, client, correlationId: request.id }),
);
