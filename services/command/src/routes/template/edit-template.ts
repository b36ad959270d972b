import { orThrow } from '../../decider/or-throw.ts';
import { keptOf } from '../../decider/reusable.ts';
import { defineCommand } from '../../define-route.ts';
import { template } from '../../template/decide-template.ts';
import { assertNamed, keptContent } from '../../template/template-content.ts';

export const route = defineCommand('editTemplate', async (call, service, { context }) => {
  const { tenantId } = context;
  const { templateId } = call.params;
  const { content: given, ...fields } = call.body;
  // A missing template is refused before what it names.
  if (keptOf(await service.handler.load(template, templateId), tenantId) !== undefined)
    await assertNamed(service, tenantId, fields);
  const content = given && (await keptContent(service, tenantId, given));
  const edit = { type: 'edit', tenantId, fields, content } as const;
  const { position } = orThrow(await service.handler.handle(template, templateId, edit, context));
  return { position };
});
