import { defineCommand } from '../../define-route.ts';
import { sessionProofs } from '../../person-access/act-code.ts';
import { totemOf } from '../../person-access/totem-session.ts';
import { delegateSignature } from '../../process/delegate-signature.ts';

export const route = defineCommand('delegateSignature', async (call, service, command) => ({
  position: await delegateSignature(service, command, call.body, {
    tenantId: command.context.tenantId,
    personId: call.principal.sub,
    proofs: sessionProofs(call.principal),
    totem: totemOf(call.principal),
    client: call.client,
    at: service.now().toISOString(),
  }),
}));
