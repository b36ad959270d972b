import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { createPerson as create } from '../person/create-person.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function createPerson(app: FastifyInstance, service: CommandService): void {
  route(app, 'createPerson', (call) =>
    runCommand(service, 'createPerson', call, (command) => create(service, command, call.body)),
  );
}
