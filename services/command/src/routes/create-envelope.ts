import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { envelope } from '../envelope/decide-envelope.ts';
import { namedByEnvelope } from '../envelope/envelope-templates.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function createEnvelope(app: FastifyInstance, service: CommandService): void {
  route(app, 'createEnvelope', (call) =>
    runCommand(service, 'createEnvelope', call, async ({ context, newId }) => {
      const { tenantId } = context;
      const envelopeId = newId('envelope');
      const fields = call.body;
      const templates = await namedByEnvelope(service, tenantId, fields);
      const roles = templates.map((each) => each.fields.roles);
      const create = { type: 'create', envelopeId, tenantId, fields, roles } as const;
      const { position } = stored(await service.handler.handle(envelope, envelopeId, create, context));
      return { position, envelopeId };
    }),
  );
}
