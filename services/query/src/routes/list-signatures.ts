import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { ReadModels } from '../read-models.ts';
import { signingRequestsOf } from '../signing-requests.ts';

/** A person sees their own requests, those of the tenant their token names. */
export function listSignaturesRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'listSignatures', async ({ principal, query }) => {
    const freshness = { minPosition: query['min-position'], projections: ['process'] } as const;
    return models.ofCaller(principal, freshness, (db) => signingRequestsOf(db, principal.sub));
  });
}
