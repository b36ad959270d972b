import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { createProcess as createOne } from '../process/create-process.ts';
import { createSeparateProcesses } from '../process/create-separate-processes.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function createProcess(app: FastifyInstance, service: CommandService): void {
  route(app, 'createProcess', (call) =>
    runCommand(service, 'createProcess', call, (command) => {
      const create = call.body.type === 'separate' ? createSeparateProcesses : createOne;
      return create(service, command, { ...call.body, requester: call.principal });
    }),
  );
}
