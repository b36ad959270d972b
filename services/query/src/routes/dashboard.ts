import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { dashboardOf } from '../dashboard-view.ts';
import type { ReadModels } from '../read-models.ts';

export function dashboardRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'dashboard', async ({ principal, query }) => {
    const projections = ['process', 'company', 'person', 'credits'] as const;
    const freshness = { minPosition: query['min-position'], projections };
    return models.ofCaller(principal, freshness, dashboardOf);
  });
}
