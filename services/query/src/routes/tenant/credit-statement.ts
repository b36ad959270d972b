import { defineRoute } from '../../define-route.ts';
import { movementPage } from '../../views/credit-movements.ts';

export const route = defineRoute('creditStatement', async ({ principal, query }, { models }) => {
  const { page, pageSize } = query;
  const freshness = { minPosition: query['min-position'], projections: ['credits', 'process'] } as const;
  return models.ofCaller(principal, freshness, (db) => movementPage(db, query, { page, pageSize }));
});
