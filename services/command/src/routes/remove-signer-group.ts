import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { signerGroup } from '../signer-group/decide-signer-group.ts';

export function removeSignerGroup(app: FastifyInstance, service: CommandService): void {
  route(app, 'removeSignerGroup', (call) =>
    runCommand(service, 'removeSignerGroup', call, async ({ context }) => {
      const remove = { type: 'remove', tenantId: context.tenantId } as const;
      const { signerGroupId } = call.params;
      const { position } = stored(await service.handler.handle(signerGroup, signerGroupId, remove, context));
      return { position };
    }),
  );
}
