import { defineRoute } from '../../define-route.ts';
import { reachesAll } from '../../reading/read-models.ts';
import { dashboardOf } from '../../views/dashboard-view.ts';

export const route = defineRoute('dashboard', async ({ principal, query }, { models }) => {
  const projections = ['process', 'process-count', 'company', 'person', 'account', 'credits'] as const;
  const freshness = { minPosition: query['min-position'], projections };
  return models.ofCaller(principal, freshness, (db) => dashboardOf(db, reachesAll(principal)));
});
