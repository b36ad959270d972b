import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { removeDomain as remove } from '../tenant/login-addresses.ts';

export function removeDomain(app: FastifyInstance, service: CommandService): void {
  route(app, 'removeDomain', (call) =>
    runCommand(service, 'removeDomain', call, async ({ context }) => ({
      position: await remove(service, context, call.params.domain),
    })),
  );
}
