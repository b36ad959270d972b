import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { ReadModels } from '../read-models.ts';
import { templateOf, wholeTemplates } from '../template-views.ts';

export function getTemplateRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'getTemplate', async ({ principal, params, query }) => {
    const freshness = { minPosition: query['min-position'], projections: ['template', 'tag'] } as const;
    const row = await models.ofCaller(principal, freshness, (db) =>
      wholeTemplates(db).where('read.template.template_id', '=', params.templateId).executeTakeFirst(),
    );
    if (row === undefined) throw new Refusal('TEMPLATE_NOT_FOUND');
    return templateOf(row);
  });
}
