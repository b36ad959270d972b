import { defineRoute } from '../../define-route.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';
import { removePasskey } from '../../identity/user/account/passkeys.ts';

export const route = defineRoute('removePasskey', async (call, service) => {
  await removePasskey(service, call.params.passkeyId, await ownCall(service, call, { recently: true }));
  return call.reply.send();
});
