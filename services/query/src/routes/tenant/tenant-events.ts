import { defineRoute } from '../../define-route.ts';
import { historyAt } from '../../history/tenant-history.ts';
import { countedPage, offsetOf } from '../../reading/paging.ts';
import { within } from '../../reading/period.ts';

export const route = defineRoute('tenantEvents', async ({ principal, query }, { models, log }) => {
  const { pageSize } = query;
  const freshness = { minPosition: query['min-position'], projections: ['tenant-event'] } as const;
  const found = await models.ofCaller(principal, freshness, async (db) => {
    const events = db.selectFrom('read.tenant_event').where(within('at', query));
    const counted = await countedPage(db, query, events);
    const places = await events
      .select(['stream', 'revision'])
      .orderBy('at', 'desc')
      .orderBy('number', 'desc')
      .limit(pageSize)
      .offset(offsetOf(query))
      .execute();
    return { places, counted };
  });
  return { items: await historyAt(log, found.places), ...found.counted };
});
