import { withdrawFactor } from '../../account/factors.ts';
import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('withdrawFactor', async (call, service) => {
  await withdrawFactor(service, call.params.factorId, await ownCall(service, call, { recently: true }));
  return call.reply.send();
});
