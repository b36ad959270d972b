import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { signatureProcess } from '../../process/decide/decide-process.ts';
import { assertKnownTags } from '../../tenant/known-tags.ts';

export const route = defineCommand('setProcessTags', async (call, service, { context }) => {
  const { tenantId } = context;
  const { tagIds } = call.body;
  await assertKnownTags(service, tenantId, tagIds);
  const set = { type: 'setTags', tenantId, tagIds } as const;
  const { position } = orThrow(
    await service.handler.handle(signatureProcess, call.params.processId, set, context),
  );
  return { position };
});
