import { defineRoute } from '../../define-route.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';

export const route = defineRoute('listSessions', async (call, service) => {
  const { userId, sessionId } = await ownCall(service, call);
  return { items: await service.sessions.list(userId, sessionId) };
});
