import { ownCall } from '../../account/own-session.ts';
import { removePasskey } from '../../account/passkeys.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('removePasskey', async (call, service) => {
  await removePasskey(service, call.params.passkeyId, await ownCall(service, call, { recently: true }));
  return call.reply.send();
});
