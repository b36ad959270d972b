import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { erase } from '../erasure/erase.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function erasePerson(app: FastifyInstance, service: CommandService): void {
  route(app, 'erasePerson', (call) =>
    runCommand(service, 'erasePerson', call, async ({ context }) => {
      const { personId: id } = call.params;
      const { reason } = call.body;
      const position = await erase(service, context, { kind: 'person', id, tenantId: context.tenantId, reason });
      return { position };
    }),
  );
}
