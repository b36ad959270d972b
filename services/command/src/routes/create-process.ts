import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { createProcess as createOne } from '../process/create-process.ts';
import { createSeparateProcesses } from '../process/create-separate-processes.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { groupParticipants } from '../signer-group/group-participants.ts';

export function createProcess(app: FastifyInstance, service: CommandService): void {
  route(app, 'createProcess', (call) =>
    runCommand(service, 'createProcess', call, async (command) => {
      const { signerGroups, type, ...asked } = call.body;
      const ofGroups = await groupParticipants(service, command.context.tenantId, signerGroups);
      const participants = [...asked.participants, ...ofGroups];
      const create = type === 'separate' ? createSeparateProcesses : createOne;
      return create(service, command, { ...asked, participants, requester: call.principal });
    }),
  );
}
