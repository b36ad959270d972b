import { ownCall } from '../../account/own-session.ts';
import { orThrow } from '../../decider/or-throw.ts';
import { defineRoute } from '../../define-route.ts';
import { runCommand } from '../../run-command.ts';
import { user } from '../../user/decide-user.ts';

/** The session that the tablet is signed in by becomes a totem: from then on it may be used, and lives longer. */
export const route = defineRoute('registerTotem', async (call, service) => {
  const { userId, sessionId: totemId } = await ownCall(service, call);
  return runCommand(service, call, async ({ context }) => {
    const { tenantId } = call.principal;
    const register = { type: 'registerTotem', tenantId, totemId, ...call.body } as const;
    const { state, position } = orThrow(await service.handler.handle(user, userId, register, context));
    // A crash before this leaves a totem with the life of any session; registering it again mends that.
    await service.sessions.becomeTotem(totemId);
    const known = 'totems' in state ? state.totems.get(totemId) : undefined;
    return { position, totemId, name: known?.name ?? call.body.name };
  });
});
