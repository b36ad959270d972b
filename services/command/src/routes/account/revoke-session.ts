import { ownCall } from '../../account/own-session.ts';
import { revokeSession } from '../../account/revoke-sessions.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('revokeSession', async (call, service) => {
  await revokeSession(service, call.params.sessionId, await ownCall(service, call));
  return call.reply.send();
});
