import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { createProcess as create } from '../process/create-process.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function createProcess(app: FastifyInstance, service: CommandService): void {
  route(app, 'createProcess', (call) => {
    return runCommand(service, 'createProcess', call, (command) =>
      create(service, command, { ...call.body, requester: call.principal }),
    );
  });
}
