import { defineRoute } from '../../define-route.ts';
import { signingRequestsOf } from '../../views/signing-requests.ts';

/** A person sees their own requests, those of the tenant their token names. */
export const route = defineRoute('listSignatures', async ({ principal, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['process'] } as const;
  return models.ofCaller(principal, freshness, (db) => signingRequestsOf(db, principal.sub));
});
