import { defineRoute } from '../../define-route.ts';
import { registerTenant } from '../../registration/register-tenant.ts';

export const route = defineRoute(
  'registerTenant',
  async ({ body, client, idempotencyKey, request }, service) => {
    await service.attempts.count('registerPerAddress', client.ip ?? '');
    const isCallersKey = request.headers['idempotency-key'] !== undefined;
    return registerTenant(service, body, { idempotencyKey, isCallersKey, correlationId: request.id, client });
  },
);
