import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { tenant } from '../../tenant/decide-tenant.ts';

export const route = defineCommand('renameTag', async (call, { handler }, { context }) => {
  const { tenantId } = context;
  const rename = { type: 'renameTag', tenantId, tagId: call.params.tagId, name: call.body.name } as const;
  const { position } = orThrow(await handler.handle(tenant, tenantId, rename, context));
  return { position };
});
