import type { ReadSchema } from '@lacre/read-models';
import type { ExpressionBuilder } from 'kysely';

import { defineRoute } from '../../define-route.ts';
import { countedPage, offsetOf } from '../../reading/paging.ts';
import { matching } from '../../reading/search.ts';
import { tagged, templateOf, wholeTemplates } from '../../views/template-views.ts';

export const route = defineRoute('listTemplates', async ({ principal, query }, { models }) => {
  const { pageSize, search, tagId } = query;
  const freshness = { minPosition: query['min-position'], projections: ['template', 'tag'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const found = matching('template', search);
    const listed = (e: ExpressionBuilder<ReadSchema, 'read.template'>) =>
      e.and([...(found === undefined ? [] : [found]), ...(tagId === undefined ? [] : [tagged(tagId)])]);
    const counted = await countedPage(db, query, db.selectFrom('read.template').where(listed));
    const ordered = wholeTemplates(db).where(listed).orderBy('sort_name').orderBy('template_id');
    const rows = await ordered.limit(pageSize).offset(offsetOf(query)).execute();
    return { items: rows.map(templateOf), ...counted };
  });
});
