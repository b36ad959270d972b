import { defineRoute } from '../../define-route.ts';
import { anyOf } from '../../reading/any-of.ts';
import { builtOnce } from '../../reading/built-once.ts';
import { processPage } from '../../views/process-page.ts';
import { listedProcesses, summaryOf } from '../../views/process-views.ts';

const listed = builtOnce((db, processIds: readonly string[]) =>
  listedProcesses(db).where('process_id', '=', anyOf(processIds)),
);

export const route = defineRoute('listProcesses', async ({ principal, query }, { models }) => {
  const { page, pageSize } = query;
  const freshness = { minPosition: query['min-position'], projections: ['process', 'tag'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const { processIds, total, totalIsAtLeast } = await processPage(db, principal.tenantId, query);
    const rows = processIds.length === 0 ? [] : await listed(db, processIds);
    return { items: rows.map(summaryOf), total, totalIsAtLeast, page, pageSize };
  });
});
