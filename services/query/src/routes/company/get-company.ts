import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { builtOnce } from '../../reading/built-once.ts';
import { companyOf, wholeCompanies } from '../../views/company-view.ts';

const byId = builtOnce((db, companyId: string) =>
  wholeCompanies(db).where('read.company.company_id', '=', companyId),
);

export const route = defineRoute('getCompany', async ({ principal, params, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['company', 'person'] } as const;
  const [row] = await models.ofCaller(principal, freshness, (db) => byId(db, params.companyId));
  if (row === undefined) throw new Refusal('COMPANY_NOT_FOUND');
  return companyOf(row);
});
