import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { signatureProcess } from '../../process/decide/decide-process.ts';

export const route = defineCommand('remindParticipants', async (call, { now, handler }, { context }) => {
  const { tenantId } = context;
  const at = now().toISOString();
  const remind = { type: 'remind', tenantId, personIds: call.body.personIds, at } as const;
  const { position } = orThrow(
    await handler.handle(signatureProcess, call.params.processId, remind, context),
  );
  return { position };
});
