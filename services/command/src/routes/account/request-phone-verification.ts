import { ownCall } from '../../account/own-session.ts';
import { requestPhoneVerification } from '../../account/verification.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('requestPhoneVerification', async (call, service) =>
  requestPhoneVerification(service, await ownCall(service, call)),
);
