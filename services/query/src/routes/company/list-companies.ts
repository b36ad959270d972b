import type { ReadSchema } from '@lacre/read-models';
import type { ExpressionBuilder } from 'kysely';

import { defineRoute } from '../../define-route.ts';
import { countedPage, offsetOf } from '../../reading/paging.ts';
import { matching } from '../../reading/search.ts';
import { companyOf, wholeCompanies } from '../../views/company-view.ts';

export const route = defineRoute('listCompanies', async ({ principal, query }, { models }) => {
  const { pageSize, search, filter } = query;
  const freshness = { minPosition: query['min-position'], projections: ['company', 'person'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const found = matching('company', search);
    const listed = (e: ExpressionBuilder<ReadSchema, 'read.company'>) =>
      e.and([
        ...(found === undefined ? [] : [found]),
        ...(filter === 'all' ? [] : [e('read.company.active', '=', filter === 'active')]),
      ]);
    const counted = await countedPage(db, query, db.selectFrom('read.company').where(listed));
    const ordered = wholeCompanies(db).where(listed).orderBy('sort_name').orderBy('company_id');
    const rows = await ordered.limit(pageSize).offset(offsetOf(query)).execute();
    return { items: rows.map(companyOf), ...counted };
  });
});
