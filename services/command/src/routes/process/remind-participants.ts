import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { signatureProcess } from '../../process/decide-process.ts';

export const route = defineCommand('remindParticipants', async (call, service, { context }) => {
  const { tenantId } = context;
  const at = service.now().toISOString();
  const remind = { type: 'remind', tenantId, personIds: call.body.personIds, at } as const;
  const { position } = orThrow(
    await service.handler.handle(signatureProcess, call.params.processId, remind, context),
  );
  return { position };
});
