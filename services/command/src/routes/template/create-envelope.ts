import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { envelope } from '../../envelope/decide-envelope.ts';
import { namedByEnvelope } from '../../envelope/envelope-templates.ts';

export const route = defineCommand('createEnvelope', async (call, service, { context, newId }) => {
  const { tenantId } = context;
  const envelopeId = newId('envelope');
  const fields = call.body;
  const templates = await namedByEnvelope(service, tenantId, fields);
  const roles = templates.map((each) => each.fields.roles);
  const create = { type: 'create', envelopeId, tenantId, fields, roles } as const;
  const { position } = orThrow(await service.handler.handle(envelope, envelopeId, create, context));
  return { position, envelopeId };
});
