import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { ReadModels } from '../read-models.ts';

export function tenantBrandingRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'tenantBranding', async ({ params }) => {
    const row = await models.ofDomain(params.domain, (db) =>
      db
        .selectFrom('read.tenant')
        .select(['domain', 'name'])
        .where('domain', '=', params.domain)
        .executeTakeFirst(),
    );
    if (row === undefined) throw new Refusal('TENANT_NOT_FOUND');
    return row;
  });
}
