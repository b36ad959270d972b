import type { ReadSchema } from '@lacre/read-models';
import type { ExpressionBuilder } from 'kysely';

import { defineRoute } from '../../define-route.ts';
import { countedPage, offsetOf } from '../../reading/paging.ts';
import { matching } from '../../reading/search.ts';
import { envelopeOf, wholeEnvelopes, tagged } from '../../views/template-views.ts';

export const route = defineRoute('listEnvelopes', async ({ principal, query }, { models }) => {
  const { pageSize, search, tagId } = query;
  const freshness = { minPosition: query['min-position'], projections: ['template', 'tag'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const found = matching('envelope', search);
    const listed = (e: ExpressionBuilder<ReadSchema, 'read.envelope'>) =>
      e.and([...(found === undefined ? [] : [found]), ...(tagId === undefined ? [] : [tagged(tagId)])]);
    const counted = await countedPage(db, query, db.selectFrom('read.envelope').where(listed));
    const ordered = wholeEnvelopes(db).where(listed).orderBy('sort_name').orderBy('envelope_id');
    const rows = await ordered.limit(pageSize).offset(offsetOf(query)).execute();
    return { items: rows.map(envelopeOf), ...counted };
  });
});
