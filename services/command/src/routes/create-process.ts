import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { createProcess as createOne, earlierProcess } from '../process/create-process.ts';
import { createSeparateProcesses, earlierProcesses } from '../process/create-separate-processes.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { groupParticipants } from '../signer-group/group-participants.ts';

export function createProcess(app: FastifyInstance, service: CommandService): void {
  route(app, 'createProcess', (call) =>
    runCommand(service, 'createProcess', call, async (command) => {
      const { signerGroups, type, ...asked } = call.body;
      // Before groups are looked for: they may have been removed since.
      const earlierOf = type === 'separate' ? earlierProcesses : earlierProcess;
      const earlier = await earlierOf(service, command);
      if (earlier !== undefined) return earlier;
      const ofGroups = await groupParticipants(service, command.context.tenantId, signerGroups);
      const participants = [...asked.participants, ...ofGroups];
      const create = type === 'separate' ? createSeparateProcesses : createOne;
      return create(service, command, { ...asked, participants, requester: call.principal });
    }),
  );
}
