import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { companyOf, wholeCompanies } from '../company-view.ts';
import type { ReadModels } from '../read-models.ts';

export function getCompanyRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'getCompany', async ({ principal, params, query }) => {
    const freshness = { minPosition: query['min-position'], projections: ['company', 'person'] } as const;
    const row = await models.ofCaller(principal, freshness, (db) =>
      wholeCompanies(db).where('read.company.company_id', '=', params.companyId).executeTakeFirst(),
    );
    if (row === undefined) throw new Refusal('COMPANY_NOT_FOUND');
    return companyOf(row);
  });
}
