import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

import type { ReadModels } from '../read-models.ts';
import { listedUserOf } from '../user-view.ts';

export function companyUsersRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'companyUsers', async ({ principal, params: { companyId }, query }) => {
    const freshness = { minPosition: query['min-position'], projections: ['account', 'company'] } as const;
    return models.ofCaller(principal, freshness, async (db) => {
      const company = await db
        .selectFrom('read.company')
        .select('company_id')
        .where('company_id', '=', companyId)
        .executeTakeFirst();
      if (company === undefined) throw new Refusal('COMPANY_NOT_FOUND');
      const assigned = sql<boolean>`role = 'common' and company_ids @> ${JSON.stringify([companyId])}::jsonb`;
      const rows = await db
        .selectFrom('read.user_account')
        .selectAll()
        .where((e) => e.or([e('role', 'in', ['administrator', 'manager']), assigned]))
        .orderBy('sort_name')
        .orderBy('user_id')
        .execute();
      return { items: rows.map(listedUserOf) };
    });
  });
}
