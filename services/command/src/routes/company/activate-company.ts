import { company } from '../../company/decide-company.ts';
import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';

export const route = defineCommand('activateCompany', async (call, { handler }, { context }) => {
  const activate = { type: 'activate', tenantId: context.tenantId } as const;
  const { companyId } = call.params;
  const { position } = orThrow(await handler.handle(company, companyId, activate, context));
  return { position };
});
