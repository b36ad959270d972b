import { defineRoute } from '../../define-route.ts';
import { eventPage, resolved } from '../../history/found-events.ts';
import { HISTORY_PROJECTIONS, historyEntries } from '../../history/history-entries.ts';

export const route = defineRoute('tenantEvents', async ({ principal, query }, context) => {
  const { page, pageSize } = query;
  const freshness = { minPosition: query['min-position'], projections: HISTORY_PROJECTIONS };
  const found = await context.models.ofCaller(principal, freshness, async (db) => {
    const asked = await resolved(db, principal.tenantId, query);
    const searchIsPartial = asked.found?.isPartial ?? false;
    return { ...(await eventPage(db, asked, { page, pageSize })), searchIsPartial };
  });
  const { places, counted, searchIsPartial } = found;
  return { items: await historyEntries(context, principal, places), ...counted, searchIsPartial };
});
