import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { addDomain as add } from '../tenant/login-addresses.ts';

export function addDomain(app: FastifyInstance, service: CommandService): void {
  route(app, 'addDomain', (call) =>
    runCommand(service, 'addDomain', call, async ({ context }) => ({
      position: await add(service, context, call.body),
    })),
  );
}
