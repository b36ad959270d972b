import { company } from '../../company/decide-company.ts';
import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';

export const route = defineCommand('deactivateCompany', async (call, { handler }, { context }) => {
  const deactivate = { type: 'deactivate', tenantId: context.tenantId } as const;
  const { companyId } = call.params;
  const { position } = orThrow(await handler.handle(company, companyId, deactivate, context));
  return { position };
});
