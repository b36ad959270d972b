import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { useTemplate as use } from '../template/use-template.ts';

export function useTemplate(app: FastifyInstance, service: CommandService): void {
  route(app, 'useTemplate', (call) =>
    runCommand(service, 'useTemplate', call, (command) =>
      use(service, command, call.params.templateId, call.body, call.principal),
    ),
  );
}
