import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { editCompany as edit } from '../company/edit-company.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function editCompany(app: FastifyInstance, service: CommandService): void {
  route(app, 'editCompany', (call) =>
    runCommand(service, 'editCompany', call, async ({ context }) => ({
      position: await edit(service, context, call.params.companyId, call.body),
    })),
  );
}
