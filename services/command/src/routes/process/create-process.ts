import { defineCommand } from '../../define-route.ts';
import { createProcesses } from '../../process/create/create-processes.ts';
import { groupParticipants } from '../../signer-group/group-participants.ts';

export const route = defineCommand('createProcess', (call, service, command) => {
  const { signerGroups, type, ...asked } = call.body;
  return createProcesses(service, command, type, async () => {
    const ofGroups = await groupParticipants(service, command.context.tenantId, signerGroups);
    return { ...asked, participants: [...asked.participants, ...ofGroups], requester: call.principal };
  });
});
