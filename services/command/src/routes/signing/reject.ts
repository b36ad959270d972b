import { defineCommand } from '../../define-route.ts';
import { sessionProofs } from '../../person-access/act-code.ts';
import { totemOf } from '../../person-access/totem-session.ts';
import { actByProcess } from '../../process/act-by-process.ts';

export const route = defineCommand('reject', async (call, service, { context }) => {
  const { signatureIds, reason } = call.body;
  const act = {
    tenantId: context.tenantId,
    personId: call.principal.sub,
    proofs: sessionProofs(call.principal),
    totem: totemOf(call.principal),
    client: call.client,
    at: service.now().toISOString(),
  };
  const rejected = signatureIds.map((signatureId) => ({ signatureId }));
  const position = await actByProcess(service, context, rejected, (asked) => ({
    type: 'reject',
    ...act,
    reason,
    signatureIds: asked.map(({ signatureId }) => signatureId),
  }));
  return {
    position,
    signatures: rejected.map(({ signatureId }) => ({ signatureId, status: 'rejected' as const })),
  };
});
