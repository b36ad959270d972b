import { defineRoute } from '../../define-route.ts';
import { reportOf, reportScope } from '../../views/report-view.ts';

export const route = defineRoute('report', async ({ principal, query }, { models, now }) => {
  const projections = ['report', 'process', 'company'] as const;
  const freshness = { minPosition: query['min-position'], projections };
  return models.ofCaller(principal, freshness, (db) => reportOf(db, reportScope(query, now())));
});
