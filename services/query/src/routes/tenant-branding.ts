import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { ReadModels } from '../read-models.ts';
import { brandingOf } from '../tenant-view.ts';

export function tenantBrandingRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'tenantBranding', async ({ params: { domain } }) => {
    const row = await models.ofDomain(domain, (db) =>
      db.selectFrom('read.tenant').selectAll().executeTakeFirst(),
    );
    if (row === undefined) throw new Refusal('TENANT_NOT_FOUND');
    return brandingOf(row, domain);
  });
}
