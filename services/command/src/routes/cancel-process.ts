import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { process } from '../process/decide-process.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function cancelProcess(app: FastifyInstance, service: CommandService): void {
  route(app, 'cancelProcess', (call) => {
    return runCommand(service, 'cancelProcess', call, async ({ context }) => {
      const { documentId, reason } = call.body;
      const cancel = { type: 'cancel', tenantId: context.tenantId, documentId, reason } as const;
      const { position } = stored(
        await service.handler.handle(process, call.params.processId, cancel, context),
      );
      return { position };
    });
  });
}
