import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { signerGroup } from '../../signer-group/decide-signer-group.ts';
import { assertMembers } from '../../signer-group/group-members.ts';

export const route = defineCommand('createSignerGroup', async (call, service, { context, newId }) => {
  const { tenantId } = context;
  const signerGroupId = newId('signer-group');
  const fields = call.body;
  await assertMembers(service, tenantId, fields);
  const create = { type: 'create', signerGroupId, tenantId, fields } as const;
  const { position } = orThrow(await service.handler.handle(signerGroup, signerGroupId, create, context));
  return { position, signerGroupId };
});
