import { defineRoute } from '../../define-route.ts';
import { cancelEmailChange } from '../../identity/user/account/email-change.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';

export const route = defineRoute('cancelEmailChange', async (call, service) => {
  await cancelEmailChange(service, await ownCall(service, call));
  return call.reply.send();
});
