import { ownCall } from '../../account/own-session.ts';
import { verifyPhone } from '../../account/verification.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('verifyPhone', async (call, service) => {
  await verifyPhone(service, call.body, await ownCall(service, call, { recently: true }));
  return call.reply.send();
});
