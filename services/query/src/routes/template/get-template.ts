import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { templateOf, wholeTemplates } from '../../views/template-views.ts';

export const route = defineRoute('getTemplate', async ({ principal, params, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['template', 'tag'] } as const;
  const row = await models.ofCaller(principal, freshness, (db) =>
    wholeTemplates(db).where('read.template.template_id', '=', params.templateId).executeTakeFirst(),
  );
  if (row === undefined) throw new Refusal('TEMPLATE_NOT_FOUND');
  return templateOf(row);
});
