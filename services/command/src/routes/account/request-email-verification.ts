import { ownCall } from '../../account/own-session.ts';
import { requestEmailVerification } from '../../account/verification.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('requestEmailVerification', async (call, service) =>
  requestEmailVerification(service, await ownCall(service, call)),
);
