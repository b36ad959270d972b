import { defineRoute } from '../../define-route.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';
import { finishPasskey } from '../../identity/user/account/passkeys.ts';

export const route = defineRoute('finishPasskey', async (call, service) =>
  finishPasskey(service, call.body, await ownCall(service, call, { recently: true })),
);
