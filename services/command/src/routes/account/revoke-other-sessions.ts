import { ownCall } from '../../account/own-session.ts';
import { revokeOtherSessions } from '../../account/revoke-sessions.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('revokeOtherSessions', async (call, service) => ({
  revoked: await revokeOtherSessions(service, await ownCall(service, call)),
}));
