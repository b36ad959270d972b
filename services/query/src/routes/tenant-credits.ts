import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { creditsOf } from '../credits-view.ts';
import type { ReadModels } from '../read-models.ts';

export function tenantCreditsRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'tenantCredits', async ({ principal, query }) => {
    const freshness = { minPosition: query['min-position'], projections: ['credits'] } as const;
    return models.ofCaller(principal, freshness, creditsOf);
  });
}
