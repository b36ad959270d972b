import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { tenant } from '../tenant/decide-tenant.ts';

export function removeTag(app: FastifyInstance, service: CommandService): void {
  route(app, 'removeTag', (call) =>
    runCommand(service, 'removeTag', call, async ({ context }) => {
      const { tenantId } = context;
      const remove = { type: 'removeTag', tenantId, tagId: call.params.tagId } as const;
      const { position } = stored(await service.handler.handle(tenant, tenantId, remove, context));
      return { position };
    }),
  );
}
