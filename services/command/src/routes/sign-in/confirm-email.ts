import { defineRoute } from '../../define-route.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';
import { confirmEmail } from '../../identity/user/account/verification.ts';

export const route = defineRoute('confirmEmail', async (call, service) => {
  await confirmEmail(service, call.body.link, await ownCall(service, call));
  return call.reply.send();
});
