import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { envelope } from '../envelope/decide-envelope.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function removeEnvelope(app: FastifyInstance, service: CommandService): void {
  route(app, 'removeEnvelope', (call) =>
    runCommand(service, 'removeEnvelope', call, async ({ context }) => {
      const remove = { type: 'remove', tenantId: context.tenantId } as const;
      const { envelopeId } = call.params;
      const { position } = stored(await service.handler.handle(envelope, envelopeId, remove, context));
      return { position };
    }),
  );
}
