import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { signatureProcess } from '../../process/decide/decide-process.ts';

export const route = defineCommand('cancelProcess', async (call, { handler }, { context }) => {
  const { documentId, reason } = call.body;
  const cancel = { type: 'cancel', tenantId: context.tenantId, documentId, reason } as const;
  const { position } = orThrow(
    await handler.handle(signatureProcess, call.params.processId, cancel, context),
  );
  return { position };
});
