import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { tenant } from '../tenant/decide-tenant.ts';

export function createTag(app: FastifyInstance, service: CommandService): void {
  route(app, 'createTag', (call) =>
    runCommand(service, 'createTag', call, async ({ context, newId }) => {
      const { tenantId } = context;
      const tagId = newId('tag');
      const create = { type: 'createTag', tenantId, tagId, name: call.body.name } as const;
      const { position } = stored(await service.handler.handle(tenant, tenantId, create, context));
      return { position, tagId };
    }),
  );
}
