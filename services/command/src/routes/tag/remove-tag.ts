import { defineCommand } from '../../define-route.ts';
import { stored } from '../../run-command.ts';
import { tenant } from '../../tenant/decide-tenant.ts';

export const route = defineCommand('removeTag', async (call, service, { context }) => {
  const { tenantId } = context;
  const remove = { type: 'removeTag', tenantId, tagId: call.params.tagId } as const;
  const { position } = stored(await service.handler.handle(tenant, tenantId, remove, context));
  return { position };
});
