import { defineRoute } from '../../define-route.ts';
import { renewRecoveryCodes } from '../../identity/user/account/factors.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';

export const route = defineRoute('renewRecoveryCodes', async (call, service) => ({
  recoveryCodes: await renewRecoveryCodes(service, await ownCall(service, call, { recently: true })),
}));
