import type { ReadSchema } from '@lacre/read-models';
import type { ExpressionBuilder } from 'kysely';

import { defineRoute } from '../../define-route.ts';
import { countedPage, offsetOf } from '../../reading/paging.ts';
import { matching } from '../../reading/search.ts';
import { signerGroupOf, wholeSignerGroups } from '../../views/template-views.ts';

export const route = defineRoute('listSignerGroups', async ({ principal, query }, { models }) => {
  const { pageSize, search } = query;
  const freshness = { minPosition: query['min-position'], projections: ['template', 'person'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const found = matching('signer_group', search);
    const listed = (e: ExpressionBuilder<ReadSchema, 'read.signer_group'>) =>
      e.and(found === undefined ? [] : [found]);
    const counted = await countedPage(db, query, db.selectFrom('read.signer_group').where(listed));
    const ordered = wholeSignerGroups(db).where(listed).orderBy('sort_name').orderBy('signer_group_id');
    const rows = await ordered.limit(pageSize).offset(offsetOf(query)).execute();
    return { items: rows.map(signerGroupOf), ...counted };
  });
});
