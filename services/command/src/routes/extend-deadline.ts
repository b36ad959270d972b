import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { process } from '../process/decide-process.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function extendDeadline(app: FastifyInstance, service: CommandService): void {
  route(app, 'extendDeadline', (call) => {
    return runCommand(service, 'extendDeadline', call, async ({ context }) => {
      const { tenantId } = context;
      const deadline = new Date(call.body.deadline).toISOString();
      const at = service.now().toISOString();
      const extend = { type: 'extendDeadline', tenantId, deadline, at } as const;
      const { position } = stored(
        await service.handler.handle(process, call.params.processId, extend, context),
      );
      return { position };
    });
  });
}
