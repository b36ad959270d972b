import { company } from '../../company/decide-company.ts';
import { defineCommand } from '../../define-route.ts';
import { stored } from '../../run-command.ts';

export const route = defineCommand('deactivateCompany', async (call, service, { context }) => {
  const deactivate = { type: 'deactivate', tenantId: context.tenantId } as const;
  const { companyId } = call.params;
  const { position } = stored(await service.handler.handle(company, companyId, deactivate, context));
  return { position };
});
