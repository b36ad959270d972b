import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { process } from '../process/decide-process.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function remindParticipants(app: FastifyInstance, service: CommandService): void {
  route(app, 'remindParticipants', (call) => {
    return runCommand(service, 'remindParticipants', call, async ({ context }) => {
      const { tenantId } = context;
      const at = service.now().toISOString();
      const remind = { type: 'remind', tenantId, personIds: call.body.personIds, at } as const;
      const { position } = stored(
        await service.handler.handle(process, call.params.processId, remind, context),
      );
      return { position };
    });
  });
}
