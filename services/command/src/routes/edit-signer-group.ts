import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { signerGroup, signerGroupOf } from '../signer-group/decide-signer-group.ts';
import { assertMembers } from '../signer-group/group-members.ts';

export function editSignerGroup(app: FastifyInstance, service: CommandService): void {
  route(app, 'editSignerGroup', (call) =>
    runCommand(service, 'editSignerGroup', call, async ({ context }) => {
      const { tenantId } = context;
      const { signerGroupId } = call.params;
      const fields = call.body;
      // Whether the group is there is told before who its members are.
      if (signerGroupOf(await service.handler.load(signerGroup, signerGroupId), tenantId) !== undefined)
        await assertMembers(service, tenantId, fields);
      const edit = { type: 'edit', tenantId, fields } as const;
      const { position } = stored(await service.handler.handle(signerGroup, signerGroupId, edit, context));
      return { position };
    }),
  );
}
