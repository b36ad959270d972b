import { defineRoute } from '../../define-route.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';
import { revokeSession } from '../../identity/user/account/revoke-sessions.ts';

export const route = defineRoute('revokeSession', async (call, service) => {
  await revokeSession(service, call.params.sessionId, await ownCall(service, call));
  return call.reply.send();
});
