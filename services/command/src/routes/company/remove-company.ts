import { removeCompany } from '../../company/remove-company.ts';
import { defineCommand } from '../../define-route.ts';

export const route = defineCommand('removeCompany', async (call, service, { context }) => ({
  position: await removeCompany(service, context, call.params.companyId),
}));
