import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { signerGroup } from '../signer-group/decide-signer-group.ts';
import { assertMembers } from '../signer-group/group-members.ts';

export function createSignerGroup(app: FastifyInstance, service: CommandService): void {
  route(app, 'createSignerGroup', (call) =>
    runCommand(service, 'createSignerGroup', call, async ({ context, newId }) => {
      const { tenantId } = context;
      const signerGroupId = newId('signer-group');
      const fields = call.body;
      await assertMembers(service, tenantId, fields);
      const create = { type: 'create', signerGroupId, tenantId, fields } as const;
      const { position } = stored(await service.handler.handle(signerGroup, signerGroupId, create, context));
      return { position, signerGroupId };
    }),
  );
}
