import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { invited } from '../../process/create/invited-person.ts';
import { signatureProcess } from '../../process/decide/decide-process.ts';

export const route = defineCommand('replaceParticipant', async (call, service, { context }) => {
  const { tenantId } = context;
  const { processId, personId } = call.params;
  const by = await invited(service, tenantId, call.body.personId, 'personId');
  const replace = { type: 'replace', tenantId, personId, by, at: service.now().toISOString() } as const;
  const { position } = orThrow(await service.handler.handle(signatureProcess, processId, replace, context));
  return { position };
});
