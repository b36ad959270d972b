import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';
import type { ExpressionBuilder } from 'kysely';

import { offsetOf, totalOf } from '../paging.ts';
import { summaryOf, wholeProcesses } from '../process-views.ts';
import type { ReadModels } from '../read-models.ts';
import type { ReadSchema } from '../read-schema.ts';
import { matching } from '../search.ts';

/** What the filters stand for: pending has somebody to wait for, finished came to its good end. */
const STATUS = {
  pending: 'waiting',
  finished: 'finished',
  rejected: 'rejected',
  canceled: 'canceled',
} as const;

export function listProcessesRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'listProcesses', async ({ principal, query }) => {
    const { page, pageSize, search, filter } = query;
    const freshness = { minPosition: query['min-position'], projections: ['process'] } as const;
    return models.ofCaller(principal, freshness, async (db) => {
      const found = matching('process', search);
      const asked = (e: ExpressionBuilder<ReadSchema, 'read.process'>) =>
        e.and([
          ...(found === undefined ? [] : [found]),
          ...(filter === 'all' ? [] : [e('status', '=', STATUS[filter])]),
        ]);
      const processes = db.selectFrom('read.process').where(asked);
      const counted = await processes.select((e) => e.fn.countAll().as('total')).executeTakeFirst();
      const ordered = wholeProcesses(db).where(asked).orderBy('created_at', 'desc').orderBy('process_id');
      const rows = await ordered.limit(pageSize).offset(offsetOf(query)).execute();
      return { items: rows.map(summaryOf), total: totalOf(counted), page, pageSize };
    });
  });
}
