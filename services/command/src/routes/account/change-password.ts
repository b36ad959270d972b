import { ownCall } from '../../account/own-session.ts';
import { changePassword } from '../../account/password.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('changePassword', async (call, service) => {
  await changePassword(service, call.body, await ownCall(service, call, { recently: true }));
  return call.reply.send();
});
