import { defineRoute } from '../../define-route.ts';
import { requestEmailChange } from '../../identity/user/account/email-change.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';

export const route = defineRoute('requestEmailChange', async (call, service) =>
  requestEmailChange(service, call.body.email, await ownCall(service, call, { recently: true })),
);
