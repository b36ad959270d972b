import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { signerGroup } from '../../signer-group/decide-signer-group.ts';

export const route = defineCommand('removeSignerGroup', async (call, { handler }, { context }) => {
  const remove = { type: 'remove', tenantId: context.tenantId } as const;
  const { signerGroupId } = call.params;
  const { position } = orThrow(await handler.handle(signerGroup, signerGroupId, remove, context));
  return { position };
});
