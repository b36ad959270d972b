import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { person } from '../person/decide-person.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function editPerson(app: FastifyInstance, service: CommandService): void {
  route(app, 'editPerson', (call) =>
    runCommand(service, 'editPerson', call, async ({ context }) => {
      const edit = { type: 'edit', tenantId: context.tenantId, fields: call.body } as const;
      const { personId } = call.params;
      const { position } = stored(await service.handler.handle(person, personId, edit, context));
      return { position };
    }),
  );
}
