import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { process } from '../process/decide-process.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { assertKnownTags } from '../tenant/known-tags.ts';

export function setProcessTags(app: FastifyInstance, service: CommandService): void {
  route(app, 'setProcessTags', (call) =>
    runCommand(service, 'setProcessTags', call, async ({ context }) => {
      const { tenantId } = context;
      const { tagIds } = call.body;
      await assertKnownTags(service, tenantId, tagIds);
      const set = { type: 'setTags', tenantId, tagIds } as const;
      const { position } = stored(await service.handler.handle(process, call.params.processId, set, context));
      return { position };
    }),
  );
}
