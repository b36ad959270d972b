import { defineRoute } from '../../define-route.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';
import { verifyPhone } from '../../identity/user/account/verification.ts';

export const route = defineRoute('verifyPhone', async (call, service) => {
  await verifyPhone(service, call.body, await ownCall(service, call, { recently: true }));
  return call.reply.send();
});
