import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { ReadModels } from '../read-models.ts';
import { signerGroupOf, wholeSignerGroups } from '../template-views.ts';

export function getSignerGroupRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'getSignerGroup', async ({ principal, params, query }) => {
    const freshness = { minPosition: query['min-position'], projections: ['template', 'person'] } as const;
    const row = await models.ofCaller(principal, freshness, (db) =>
      wholeSignerGroups(db)
        .where('read.signer_group.signer_group_id', '=', params.signerGroupId)
        .executeTakeFirst(),
    );
    if (row === undefined) throw new Refusal('GROUP_NOT_FOUND');
    return signerGroupOf(row);
  });
}
