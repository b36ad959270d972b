import { defineRoute } from '../../define-route.ts';
import { anyOf } from '../../reading/any-of.ts';
import { processPage } from '../../views/process-page.ts';
import { listedProcesses, summaryOf } from '../../views/process-views.ts';

export const route = defineRoute('listProcesses', async ({ principal, query }, { models }) => {
  const { page, pageSize } = query;
  const freshness = { minPosition: query['min-position'], projections: ['process', 'tag'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const { processIds, total, totalIsAtLeast } = await processPage(db, principal.tenantId, query);
    const rows =
      processIds.length === 0
        ? []
        : await listedProcesses(db).where('process_id', '=', anyOf(processIds)).execute();
    return { items: rows.map(summaryOf), total, totalIsAtLeast, page, pageSize };
  });
});
