import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { company } from '../company/decide-company.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function editCompany(app: FastifyInstance, service: CommandService): void {
  route(app, 'editCompany', (call) => {
    return runCommand(service, 'editCompany', call, async ({ context }) => {
      const edit = { type: 'edit', tenantId: context.tenantId, fields: call.body } as const;
      const { position } = stored(
        await service.handler.handle(company, call.params.companyId, edit, context),
      );
      return { position };
    });
  });
}
