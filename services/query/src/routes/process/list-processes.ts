import { defineRoute } from '../../define-route.ts';
import { processPage } from '../../views/process-page.ts';
import { summaryOf } from '../../views/process-views.ts';

export const route = defineRoute('listProcesses', async ({ principal, query }, { models }) => {
  const { page, pageSize } = query;
  const freshness = { minPosition: query['min-position'], projections: ['process', 'tag'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const { processes, total, totalIsAtLeast } = await processPage(db, principal.tenantId, query);
    return { items: processes.map(summaryOf), total, totalIsAtLeast, page, pageSize };
  });
});
