import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { company } from '../company/decide-company.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function activateCompany(app: FastifyInstance, service: CommandService): void {
  route(app, 'activateCompany', (call) =>
    runCommand(service, 'activateCompany', call, async ({ context }) => {
      const activate = { type: 'activate', tenantId: context.tenantId } as const;
      const { companyId } = call.params;
      const { position } = stored(await service.handler.handle(company, companyId, activate, context));
      return { position };
    }),
  );
}
