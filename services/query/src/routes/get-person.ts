import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { personOf } from '../person-view.ts';
import type { ReadModels } from '../read-models.ts';

export function getPersonRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'getPerson', async ({ principal, params, query }) => {
    const freshness = { minPosition: query['min-position'], projections: ['person'] } as const;
    const row = await models.ofCaller(principal, freshness, (db) =>
      db.selectFrom('read.person').selectAll().where('person_id', '=', params.personId).executeTakeFirst(),
    );
    if (row === undefined) throw new Refusal('PERSON_NOT_FOUND');
    return personOf(row);
  });
}
