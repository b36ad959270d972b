import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { ReadModels } from '../read-models.ts';
import { settingsOf } from '../tenant-view.ts';

export function tenantSettingsRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'tenantSettings', async ({ principal, query }) => {
    const freshness = { minPosition: query['min-position'], projections: ['account'] } as const;
    return models.ofCaller(principal, freshness, async (db) => {
      const row = await db.selectFrom('read.tenant').selectAll().executeTakeFirst();
      if (row === undefined) throw new Refusal('TENANT_NOT_FOUND');
      return settingsOf(row);
    });
  });
}
