import { defineRoute } from '../../define-route.ts';
import { finalizeFactor } from '../../identity/user/account/factors.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';

export const route = defineRoute('finalizeFactor', async (call, service) =>
  finalizeFactor(service, { ...call.params, ...call.body }, await ownCall(service, call, { recently: true })),
);
