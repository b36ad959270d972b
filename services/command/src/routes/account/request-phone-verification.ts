import { defineRoute } from '../../define-route.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';
import { requestPhoneVerification } from '../../identity/user/account/verification.ts';

export const route = defineRoute('requestPhoneVerification', async (call, service) =>
  requestPhoneVerification(service, await ownCall(service, call)),
);
