import { editCompany } from '../../company/edit-company.ts';
import { defineCommand } from '../../define-route.ts';

export const route = defineCommand('editCompany', async (call, service, { context }) => ({
  position: await editCompany(service, context, call.params.companyId, call.body),
}));
