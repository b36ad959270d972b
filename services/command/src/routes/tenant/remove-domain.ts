import { defineCommand } from '../../define-route.ts';
import { removeDomain } from '../../tenant/login-addresses.ts';

export const route = defineCommand('removeDomain', async (call, service, { context }) => ({
  position: await removeDomain(service, context, call.params.domain),
}));
