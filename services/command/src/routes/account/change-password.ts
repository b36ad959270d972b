import { defineRoute } from '../../define-route.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';
import { changePassword } from '../../identity/user/account/password.ts';

export const route = defineRoute('changePassword', async (call, service) => {
  await changePassword(service, call.body, await ownCall(service, call, { recently: true }));
  return call.reply.send();
});
