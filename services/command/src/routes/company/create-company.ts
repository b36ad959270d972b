import { createCompany } from '../../company/create-company.ts';
import { defineCommand } from '../../define-route.ts';

export const route = defineCommand('createCompany', (call, service, command) =>
  createCompany(service, command, call.body),
);
