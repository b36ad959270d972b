import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { companyOf } from '../company-view.ts';
import { offsetOf, totalOf } from '../paging.ts';
import type { ReadModels } from '../read-models.ts';
import { matching } from '../search.ts';

export function listCompaniesRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'listCompanies', async ({ principal, query }) => {
    const { page, pageSize, search, filter } = query;
    const freshness = { minPosition: query['min-position'], projections: ['company'] } as const;
    return models.ofCaller(principal, freshness, async (db) => {
      const found = matching('company', search);
      const companies = db
        .selectFrom('read.company')
        .$if(found !== undefined, (list) => list.where(found as NonNullable<typeof found>))
        .$if(filter !== 'all', (list) => list.where('active', '=', filter === 'active'));
      const counted = await companies.select((e) => e.fn.countAll().as('total')).executeTakeFirst();
      const ordered = companies.selectAll().orderBy('sort_name').orderBy('company_id');
      const rows = await ordered.limit(pageSize).offset(offsetOf(query)).execute();
      return { items: rows.map(companyOf), total: totalOf(counted), page, pageSize };
    });
  });
}
