import { defineRoute } from '../../define-route.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';
import { requestEmailVerification } from '../../identity/user/account/verification.ts';

export const route = defineRoute('requestEmailVerification', async (call, service) =>
  requestEmailVerification(service, await ownCall(service, call)),
);
