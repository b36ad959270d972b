import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { ReadModels } from '../read-models.ts';

export function currentUserRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'currentUser', async ({ principal, query }) => {
    const freshness = { minPosition: query['min-position'], projections: ['account'] } as const;
    const row = await models.ofCaller(principal, freshness, (db) =>
      db
        .selectFrom('read.user_account as u')
        .innerJoin('read.tenant as t', 't.tenant_id', 'u.tenant_id')
        .select([
          'u.user_id',
          'u.name',
          'u.email',
          'u.role',
          't.tenant_id',
          't.name as tenant_name',
          't.domain',
        ])
        .where('u.user_id', '=', principal.sub)
        .executeTakeFirst(),
    );
    if (row === undefined) throw new Refusal('AUTH_USER_NOT_FOUND');
    const tenant = { tenantId: row.tenant_id, name: row.tenant_name, domain: row.domain };
    return { uid: row.user_id, name: row.name, email: row.email, role: row.role, tenant };
  });
}
