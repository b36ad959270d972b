import { streams } from '@lacre/contracts';
import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { company } from '../company/decide-company.ts';
import { claim } from '../reservation/claim.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function createCompany(app: FastifyInstance, service: CommandService): void {
  route(app, 'createCompany', (call) => {
    return runCommand(service, 'createCompany', call, async ({ context, newId }) => {
      const { cnpj, ...fields } = call.body;
      const companyId = newId('company');
      const owner = streams.company(companyId);
      await claim(service, context, 'CNPJ_ALREADY_EXISTS', {
        kind: 'cnpj',
        value: cnpj,
        owner,
        scope: 'tenant',
      });
      const create = { type: 'create', companyId, tenantId: context.tenantId, cnpj, fields } as const;
      const { position } = stored(await service.handler.handle(company, companyId, create, context));
      return { position, companyId };
    });
  });
}
