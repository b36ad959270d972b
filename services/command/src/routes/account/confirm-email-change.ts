import { defineRoute } from '../../define-route.ts';
import { confirmEmailChange } from '../../identity/user/account/email-change.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';

export const route = defineRoute('confirmEmailChange', async (call, service) => {
  await confirmEmailChange(service, call.body.link, await ownCall(service, call));
  return call.reply.send();
});
