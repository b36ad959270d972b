import { defineRoute } from '../../define-route.ts';
import { startTotp } from '../../identity/user/account/factors.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';

export const route = defineRoute('startTotp', async (call, service) =>
  startTotp(service, call.body.label, await ownCall(service, call, { recently: true })),
);
