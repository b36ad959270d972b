import { Refusal } from '@lacre/http';
import { sql } from 'kysely';

import { defineRoute } from '../../define-route.ts';
import { listedUserOf } from '../../views/user-view.ts';

export const route = defineRoute(
  'companyUsers',
  async ({ principal, params: { companyId }, query }, { models }) => {
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
  },
);
