import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { processPage } from '../process-page.ts';
import { summaryOf, wholeProcesses } from '../process-views.ts';
import type { ReadModels } from '../read-models.ts';

export function listProcessesRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'listProcesses', async ({ principal, query }) => {
    const { page, pageSize } = query;
    const freshness = { minPosition: query['min-position'], projections: ['process', 'tag'] } as const;
    return models.ofCaller(principal, freshness, async (db) => {
      const { processIds, total, totalIsAtLeast } = await processPage(db, principal.tenantId, query);
      const rows =
        processIds.length === 0
          ? []
          : await wholeProcesses(db)
              .where('process_id', 'in', processIds)
              .orderBy('created_at', 'desc')
              .orderBy('process_id')
              .execute();
      return { items: rows.map(summaryOf), total, totalIsAtLeast, page, pageSize };
    });
  });
}
