import { defineRoute } from '../../define-route.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';
import { startPasskey } from '../../identity/user/account/passkeys.ts';

export const route = defineRoute('startPasskey', async (call, service) =>
  startPasskey(service, await ownCall(service, call, { recently: true })),
);
