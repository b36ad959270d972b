import { ownCall } from '../../account/own-session.ts';
import { finishPasskey } from '../../account/passkeys.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('finishPasskey', async (call, service) =>
  finishPasskey(service, call.body, await ownCall(service, call, { recently: true })),
);
