import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { creditsOf } from '../credits-view.ts';
import { requireWholeTenant } from '../permission.ts';
import type { ReadModels } from '../read-models.ts';

export function tenantCreditsRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'tenantCredits', async ({ principal, query }) => {
    requireWholeTenant(principal);
    const freshness = { minPosition: query['min-position'], projections: ['credits'] } as const;
    return models.ofTenant(principal.tenantId, freshness, creditsOf);
  });
}
