import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { tenant } from '../tenant/decide-tenant.ts';

export function renameTag(app: FastifyInstance, service: CommandService): void {
  route(app, 'renameTag', (call) =>
    runCommand(service, 'renameTag', call, async ({ context }) => {
      const { tenantId } = context;
      const rename = { type: 'renameTag', tenantId, tagId: call.params.tagId, name: call.body.name } as const;
      const { position } = stored(await service.handler.handle(tenant, tenantId, rename, context));
      return { position };
    }),
  );
}
