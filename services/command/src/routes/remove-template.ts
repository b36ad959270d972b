import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { template } from '../template/decide-template.ts';

export function removeTemplate(app: FastifyInstance, service: CommandService): void {
  route(app, 'removeTemplate', (call) =>
    runCommand(service, 'removeTemplate', call, async ({ context }) => {
      const remove = { type: 'remove', tenantId: context.tenantId } as const;
      const { templateId } = call.params;
      const { position } = stored(await service.handler.handle(template, templateId, remove, context));
      return { position };
    }),
  );
}
