import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { tenant } from '../../tenant/decide-tenant.ts';

export const route = defineCommand('createTag', async (call, { handler }, { context, newId }) => {
  const { tenantId } = context;
  const tagId = newId('tag');
  const create = { type: 'createTag', tenantId, tagId, name: call.body.name } as const;
  const { position } = orThrow(await handler.handle(tenant, tenantId, create, context));
  return { position, tagId };
});
