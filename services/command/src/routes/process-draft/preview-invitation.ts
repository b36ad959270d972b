import { defineRoute } from '../../define-route.ts';
import { previewInvitation } from '../../process-draft/preview-invitation.ts';

export const route = defineRoute('previewInvitation', ({ principal, params }, service) =>
  previewInvitation(service, principal, params),
);
