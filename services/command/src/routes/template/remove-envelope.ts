import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { envelope } from '../../envelope/decide-envelope.ts';

export const route = defineCommand('removeEnvelope', async (call, { handler }, { context }) => {
  const remove = { type: 'remove', tenantId: context.tenantId } as const;
  const { envelopeId } = call.params;
  const { position } = orThrow(await handler.handle(envelope, envelopeId, remove, context));
  return { position };
});
