import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { offsetOf, totalOf } from '../paging.ts';
import { requireWholeTenant } from '../permission.ts';
import { partsOf, summaryOf } from '../process-views.ts';
import type { ReadModels } from '../read-models.ts';
import { matching } from '../search.ts';

/** What the filters stand for: pending has somebody to wait for, finished came to its good end. */
const STATUS = { pending: 'waiting', finished: 'finished' } as const;

export function listProcessesRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'listProcesses', async ({ principal, query }) => {
    requireWholeTenant(principal);
    const { page, pageSize, search, filter } = query;
    const freshness = { minPosition: query['min-position'], projections: ['process'] } as const;
    return models.ofTenant(principal.tenantId, freshness, async (db) => {
      const found = matching('process', search);
      const processes = db
        .selectFrom('read.process')
        .$if(found !== undefined, (list) => list.where(found as NonNullable<typeof found>))
        .$if(filter !== 'all', (list) => list.where('status', '=', STATUS[filter as keyof typeof STATUS]));
      const counted = await processes.select((e) => e.fn.countAll().as('total')).executeTakeFirst();
      const ordered = processes.selectAll().orderBy('created_at', 'desc').orderBy('process_id');
      const rows = await ordered.limit(pageSize).offset(offsetOf(query)).execute();
      const parts = await partsOf(
        db,
        rows.map((row) => row.process_id),
      );
      return { items: rows.map((row) => summaryOf(row, parts)), total: totalOf(counted), page, pageSize };
    });
  });
}
