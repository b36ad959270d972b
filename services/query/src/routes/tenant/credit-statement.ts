import { defineRoute } from '../../define-route.ts';
import { countedPage, offsetOf } from '../../reading/paging.ts';
import { within } from '../../reading/period.ts';
import { movementOf, namesFor } from '../../views/credits-view.ts';

export const route = defineRoute('creditStatement', async ({ principal, query }, { models }) => {
  const { pageSize } = query;
  const freshness = { minPosition: query['min-position'], projections: ['credits', 'process'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const movements = db.selectFrom('read.credit_movement as m').where(within('m.at', query));
    const counted = await countedPage(db, query, movements);
    const rows = await movements
      .selectAll('m')
      .orderBy('m.at', 'desc')
      .orderBy('m.number', 'desc')
      .limit(pageSize)
      .offset(offsetOf(query))
      .execute();
    const names = await namesFor(db, rows);
    return { items: rows.map((row) => movementOf(row, names)), ...counted };
  });
});
