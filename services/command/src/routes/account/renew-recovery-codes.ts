import { renewRecoveryCodes } from '../../account/factors.ts';
import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('renewRecoveryCodes', async (call, service) => ({
  recoveryCodes: await renewRecoveryCodes(service, await ownCall(service, call, { recently: true })),
}));
