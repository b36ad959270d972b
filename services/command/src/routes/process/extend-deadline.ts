import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { signatureProcess } from '../../process/decide/decide-process.ts';

export const route = defineCommand('extendDeadline', async (call, { now, handler }, { context }) => {
  const { tenantId } = context;
  const deadline = new Date(call.body.deadline).toISOString();
  const at = now().toISOString();
  const extend = { type: 'extendDeadline', tenantId, deadline, at } as const;
  const { position } = orThrow(
    await handler.handle(signatureProcess, call.params.processId, extend, context),
  );
  return { position };
});
