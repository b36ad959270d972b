import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { template } from '../../template/decide-template.ts';
import { assertNamed, keptContent } from '../../template/template-content.ts';

export const route = defineCommand('createTemplate', async (call, service, { context, newId }) => {
  const { tenantId } = context;
  const templateId = newId('template');
  const { content: given, ...fields } = call.body;
  await assertNamed(service, tenantId, fields);
  const content = await keptContent(service, tenantId, given);
  const create = { type: 'create', templateId, tenantId, fields, content } as const;
  const { position } = orThrow(await service.handler.handle(template, templateId, create, context));
  return { position, templateId };
});
