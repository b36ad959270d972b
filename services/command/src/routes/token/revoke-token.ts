import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { token } from '../../token/decide-token.ts';

export const route = defineCommand('revokeToken', async (call, { handler }, { context }) => {
  const { sub: userId, role, tenantId } = call.principal;
  const revoke = { type: 'revoke', tenantId, by: { userId, role } } as const;
  const { position } = orThrow(await handler.handle(token, call.params.tokenId, revoke, context));
  return { position };
});
