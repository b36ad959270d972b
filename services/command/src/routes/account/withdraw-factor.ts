import { defineRoute } from '../../define-route.ts';
import { withdrawFactor } from '../../identity/user/account/factors.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';

export const route = defineRoute('withdrawFactor', async (call, service) => {
  await withdrawFactor(service, call.params.factorId, await ownCall(service, call, { recently: true }));
  return call.reply.send();
});
