import { orThrow } from '../../decider/or-throw.ts';
import { keptOf } from '../../decider/reusable.ts';
import { defineCommand } from '../../define-route.ts';
import { signerGroup } from '../../signer-group/decide-signer-group.ts';
import { assertMembers } from '../../signer-group/group-members.ts';

export const route = defineCommand('editSignerGroup', async (call, service, { context }) => {
  const { tenantId } = context;
  const { signerGroupId } = call.params;
  const fields = call.body;
  // A missing group is refused before its members.
  if (keptOf(await service.handler.load(signerGroup, signerGroupId), tenantId) !== undefined)
    await assertMembers(service, tenantId, fields);
  const edit = { type: 'edit', tenantId, fields } as const;
  const { position } = orThrow(await service.handler.handle(signerGroup, signerGroupId, edit, context));
  return { position };
});
