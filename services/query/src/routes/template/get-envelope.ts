import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { envelopeOf, wholeEnvelopes } from '../../views/template-views.ts';

export const route = defineRoute('getEnvelope', async ({ principal, params, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['template', 'tag'] } as const;
  const row = await models.ofCaller(principal, freshness, (db) =>
    wholeEnvelopes(db).where('read.envelope.envelope_id', '=', params.envelopeId).executeTakeFirst(),
  );
  if (row === undefined) throw new Refusal('ENVELOPE_NOT_FOUND');
  return envelopeOf(row);
});
