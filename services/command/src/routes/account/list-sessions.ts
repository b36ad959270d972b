import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('listSessions', async (call, service) => {
  const { userId, sessionId } = await ownCall(service, call);
  return { items: await service.sessions.list(userId, sessionId) };
});
