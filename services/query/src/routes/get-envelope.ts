import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { ReadModels } from '../read-models.ts';
import { envelopeOf, wholeEnvelopes } from '../template-views.ts';

export function getEnvelopeRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'getEnvelope', async ({ principal, params, query }) => {
    const freshness = { minPosition: query['min-position'], projections: ['template', 'tag'] } as const;
    const row = await models.ofCaller(principal, freshness, (db) =>
      wholeEnvelopes(db).where('read.envelope.envelope_id', '=', params.envelopeId).executeTakeFirst(),
    );
    if (row === undefined) throw new Refusal('ENVELOPE_NOT_FOUND');
    return envelopeOf(row);
  });
}
