import { startPhoneFactor } from '../../account/factors.ts';
import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('startPhoneFactor', async (call, service) =>
  startPhoneFactor(service, call.body.phoneNumber, await ownCall(service, call, { recently: true })),
);
