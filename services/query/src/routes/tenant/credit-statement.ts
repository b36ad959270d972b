import { defineRoute } from '../../define-route.ts';
import { offsetOf, totalOf } from '../../reading/paging.ts';
import { within } from '../../reading/period.ts';
import { movementOf } from '../../views/credits-view.ts';

export const route = defineRoute('creditStatement', async ({ principal, query }, { models }) => {
  const { page, pageSize } = query;
  const freshness = { minPosition: query['min-position'], projections: ['credits', 'process'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const movements = db.selectFrom('read.credit_movement as m').where(within('m.at', query));
    const counted = await movements.select((e) => e.fn.countAll().as('total')).executeTakeFirst();
    const rows = await movements
      .leftJoin('read.process as p', 'p.process_id', 'm.process_id')
      .leftJoin('read.process_document as d', 'd.document_id', 'm.document_id')
      .selectAll('m')
      .select(['p.summary', 'd.name as document_name'])
      .orderBy('m.at', 'desc')
      .orderBy('m.number', 'desc')
      .limit(pageSize)
      .offset(offsetOf(query))
      .execute();
    return { items: rows.map(movementOf), total: totalOf(counted), page, pageSize };
  });
});
