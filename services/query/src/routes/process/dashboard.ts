import { dashboardOf } from '../../dashboard-view.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('dashboard', async ({ principal, query }, { models }) => {
  const projections = ['process', 'company', 'person', 'credits'] as const;
  const freshness = { minPosition: query['min-position'], projections };
  return models.ofCaller(principal, freshness, dashboardOf);
});
