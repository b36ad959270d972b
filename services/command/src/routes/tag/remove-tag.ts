import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { tenant } from '../../tenant/decide-tenant.ts';

export const route = defineCommand('removeTag', async (call, { handler }, { context }) => {
  const { tenantId } = context;
  const remove = { type: 'removeTag', tenantId, tagId: call.params.tagId } as const;
  const { position } = orThrow(await handler.handle(tenant, tenantId, remove, context));
  return { position };
});
