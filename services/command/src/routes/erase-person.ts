import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { erase } from '../erasure/erase.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function erasePerson(app: FastifyInstance, service: CommandService): void {
  route(app, 'erasePerson', (call) =>
    runCommand(service, 'erasePerson', call, async ({ context }) => {
      const { personId: id } = call.params;
      const subject = { kind: 'person', id, tenantId: context.tenantId } as const;
      return { position: await erase(service, context, subject, call.body.reason) };
    }),
  );
}
