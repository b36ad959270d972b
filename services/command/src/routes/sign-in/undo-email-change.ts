import { undoEmailChange } from '../../account/email-change.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('undoEmailChange', ({ body, client, request }, service) =>
  undoEmailChange(service, body.link, { client, correlationId: request.id }),
);
