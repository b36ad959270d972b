import { ownCall } from '../../account/own-session.ts';
import { startPasskey } from '../../account/passkeys.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('startPasskey', async (call, service) =>
  startPasskey(service, await ownCall(service, call, { recently: true })),
);
