import { finalizeFactor } from '../../account/factors.ts';
import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('finalizeFactor', async (call, service) =>
  finalizeFactor(service, { ...call.params, ...call.body }, await ownCall(service, call, { recently: true })),
);
