import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { user } from '../../user/decide-user.ts';

/** Commit point: the event. From then on every service refuses the session; that its row goes too only tidies up. */
export const route = defineCommand('revokeTotem', async (call, service, { context }) => {
  const { uid, totemId } = call.params;
  const revoke = { type: 'revokeTotem', tenantId: context.tenantId, totemId } as const;
  const { position } = orThrow(await service.handler.handle(user, uid, revoke, context));
  await service.sessions.revoke(uid, { only: totemId });
  return { position };
});
