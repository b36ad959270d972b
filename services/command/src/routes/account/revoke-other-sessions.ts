import { defineRoute } from '../../define-route.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';
import { revokeOtherSessions } from '../../identity/user/account/revoke-sessions.ts';

export const route = defineRoute('revokeOtherSessions', async (call, service) => ({
  revoked: await revokeOtherSessions(service, await ownCall(service, call)),
}));
