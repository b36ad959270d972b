import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { removePerson as remove } from '../person/remove-person.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function removePerson(app: FastifyInstance, service: CommandService): void {
  route(app, 'removePerson', (call) =>
    runCommand(service, 'removePerson', call, async ({ context }) => ({
      position: await remove(service, context, call.params.personId),
    })),
  );
}
