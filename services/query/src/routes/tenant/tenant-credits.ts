import { defineRoute } from '../../define-route.ts';
import { creditsOf } from '../../views/credits-view.ts';

export const route = defineRoute('tenantCredits', async ({ principal, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['credits'] } as const;
  return models.ofCaller(principal, freshness, creditsOf);
});
