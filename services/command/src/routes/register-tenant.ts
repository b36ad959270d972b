import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { registerTenant as register } from '../identity/register-tenant.ts';
import type { CommandService } from '../service.ts';

export function registerTenant(app: FastifyInstance, service: CommandService): void {
  route(app, 'registerTenant', async ({ body, client, idempotencyKey, request }) => {
    await service.attempts.count('registerPerAddress', client.ip ?? '');
    const isCallersKey = request.headers['idempotency-key'] !== undefined;
    return register(service, body, { idempotencyKey, isCallersKey, correlationId: request.id, client });
  });
}
