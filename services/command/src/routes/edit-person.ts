import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { editPerson as edit } from '../person/edit-person.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function editPerson(app: FastifyInstance, service: CommandService): void {
  route(app, 'editPerson', (call) =>
    runCommand(service, 'editPerson', call, async ({ context }) => ({
      position: await edit(service, context, call.params.personId, call.body),
    })),
  );
}
