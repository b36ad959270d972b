import { processIdOf } from '@lacre/contracts';

import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { sessionProofs } from '../../person-access/act-code.ts';
import { totemOf } from '../../person-access/totem-session.ts';
import { signatureProcess } from '../../process/decide/decide-process.ts';

export const route = defineCommand('recordReading', async (call, { handler, now }, { context }) => {
  const { signatureId, documentSha256, read } = call.body;
  const reading = {
    type: 'recordReading',
    tenantId: context.tenantId,
    personId: call.principal.sub,
    proofs: sessionProofs(call.principal),
    totem: totemOf(call.principal),
    client: call.client,
    at: now().toISOString(),
    signatureId,
    documentSha256,
    read,
  } as const;
  const { position } = orThrow(
    await handler.handle(signatureProcess, processIdOf(signatureId), reading, context),
  );
  return { position };
});
