import { defineRoute } from '../../define-route.ts';
import { undoEmailChange } from '../../identity/user/account/email-change.ts';

export const route = defineRoute('undoEmailChange', ({ body, client, request }, service) =>
  undoEmailChange(service, body.link, { client, correlationId: request.id }),
);
