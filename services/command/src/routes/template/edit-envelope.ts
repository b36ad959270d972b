import { orThrow } from '../../decider/or-throw.ts';
import { keptOf } from '../../decider/reusable.ts';
import { defineCommand } from '../../define-route.ts';
import { envelope } from '../../envelope/decide-envelope.ts';
import { namedByEnvelope } from '../../envelope/envelope-templates.ts';

export const route = defineCommand('editEnvelope', async (call, service, { context }) => {
  const { tenantId } = context;
  const { envelopeId } = call.params;
  const fields = call.body;
  // A missing envelope is refused before a missing template.
  const isThere = keptOf(await service.handler.load(envelope, envelopeId), tenantId) !== undefined;
  const templates = isThere ? await namedByEnvelope(service, tenantId, fields) : [];
  const roles = templates.map((each) => each.fields.roles);
  const edit = { type: 'edit', tenantId, fields, roles } as const;
  const { position } = orThrow(await service.handler.handle(envelope, envelopeId, edit, context));
  return { position };
});
