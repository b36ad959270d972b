import { defineCommand } from '../../define-route.ts';
import { addDomain } from '../../tenant/login-addresses.ts';

export const route = defineCommand('addDomain', async (call, service, { context }) => ({
  position: await addDomain(service, context, call.body),
}));
