import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { removeCompany as remove } from '../company/remove-company.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function removeCompany(app: FastifyInstance, service: CommandService): void {
  route(app, 'removeCompany', (call) =>
    runCommand(service, 'removeCompany', call, async ({ context }) => ({
      position: await remove(service, context, call.params.companyId),
    })),
  );
}
