import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { useEnvelope as use } from '../envelope/use-envelope.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function useEnvelope(app: FastifyInstance, service: CommandService): void {
  route(app, 'useEnvelope', (call) =>
    runCommand(service, 'useEnvelope', call, (command) =>
      use(service, command, call.params.envelopeId, call.body, call.principal),
    ),
  );
}
