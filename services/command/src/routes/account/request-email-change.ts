import { requestEmailChange } from '../../account/email-change.ts';
import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('requestEmailChange', async (call, service) =>
  requestEmailChange(service, call.body.email, await ownCall(service, call, { recently: true })),
);
