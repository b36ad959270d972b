import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { template } from '../../template/decide-template.ts';

export const route = defineCommand('removeTemplate', async (call, { handler }, { context }) => {
  const remove = { type: 'remove', tenantId: context.tenantId } as const;
  const { templateId } = call.params;
  const { position } = orThrow(await handler.handle(template, templateId, remove, context));
  return { position };
});
