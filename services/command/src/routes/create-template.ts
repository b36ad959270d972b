import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { template } from '../template/decide-template.ts';
import { assertNamed, keptContent } from '../template/template-content.ts';

export function createTemplate(app: FastifyInstance, service: CommandService): void {
  route(app, 'createTemplate', (call) =>
    runCommand(service, 'createTemplate', call, async ({ context, newId }) => {
      const { tenantId } = context;
      const templateId = newId('template');
      const { content: given, ...fields } = call.body;
      await assertNamed(service, tenantId, fields);
      const content = await keptContent(service, tenantId, given);
      const create = { type: 'create', templateId, tenantId, fields, content } as const;
      const { position } = stored(await service.handler.handle(template, templateId, create, context));
      return { position, templateId };
    }),
  );
}
