import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { companyOf, wholeCompanies } from '../../views/company-view.ts';

export const route = defineRoute('getCompany', async ({ principal, params, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['company', 'person'] } as const;
  const row = await models.ofCaller(principal, freshness, (db) =>
    wholeCompanies(db).where('read.company.company_id', '=', params.companyId).executeTakeFirst(),
  );
  if (row === undefined) throw new Refusal('COMPANY_NOT_FOUND');
  return companyOf(row);
});
