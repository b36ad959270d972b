import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { company } from '../company/decide-company.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function deactivateCompany(app: FastifyInstance, service: CommandService): void {
  route(app, 'deactivateCompany', (call) =>
    runCommand(service, 'deactivateCompany', call, async ({ context }) => {
      const deactivate = { type: 'deactivate', tenantId: context.tenantId } as const;
      const { companyId } = call.params;
      const { position } = stored(await service.handler.handle(company, companyId, deactivate, context));
      return { position };
    }),
  );
}
