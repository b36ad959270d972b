import { defineRoute } from '../../define-route.ts';
import { startPhoneFactor } from '../../identity/user/account/factors.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';

export const route = defineRoute('startPhoneFactor', async (call, service) =>
  startPhoneFactor(service, call.body.phoneNumber, await ownCall(service, call, { recently: true })),
);
