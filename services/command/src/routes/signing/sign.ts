import { defineCommand } from '../../define-route.ts';
import { proveAct } from '../../person-access/act-code.ts';
import { totemOf } from '../../person-access/totem-session.ts';
import { actByProcess } from '../../process/act-by-process.ts';
import { shownFace } from '../../process/shown-face.ts';

export const route = defineCommand('sign', async (call, service, { context }) => {
  const { signatures, consent, declarationVersion, code, face: faceProof, mark } = call.body;
  // A wrong code is refused by what asks for one: a repeat of an act that is stored finds its code used.
  const proof = await proveAct(service, call.principal, { code, client: call.client });
  const face = await shownFace(service, call.principal, faceProof);
  const act = {
    tenantId: context.tenantId,
    personId: call.principal.sub,
    totem: totemOf(call.principal),
    client: call.client,
    at: service.now().toISOString(),
  };
  const position = await actByProcess(service, context, signatures, (asked) => ({
    type: 'sign',
    ...act,
    ...proof,
    face,
    consent,
    declarationVersion,
    mark,
    signatures: asked,
  }));
  return {
    position,
    signatures: signatures.map(({ signatureId }) => ({ signatureId, status: 'signed' as const })),
  };
});
