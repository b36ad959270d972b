import { defineCommand } from '../../define-route.ts';
import { createProcess, earlierProcess } from '../../process/create-process.ts';
import { createSeparateProcesses, earlierProcesses } from '../../process/create-separate-processes.ts';
import { groupParticipants } from '../../signer-group/group-participants.ts';

export const route = defineCommand('createProcess', async (call, service, command) => {
  const { signerGroups, type, ...asked } = call.body;
  // Before groups are looked for: they may have been removed since.
  const earlierOf = type === 'separate' ? earlierProcesses : earlierProcess;
  const earlier = await earlierOf(service, command);
  if (earlier !== undefined) return earlier;
  const ofGroups = await groupParticipants(service, command.context.tenantId, signerGroups);
  const participants = [...asked.participants, ...ofGroups];
  const create = type === 'separate' ? createSeparateProcesses : createProcess;
  return create(service, command, { ...asked, participants, requester: call.principal });
});
