import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { detailOf, sealProblemsOf, wholeProcesses } from '../process-views.ts';
import type { ReadModels } from '../read-models.ts';

export function getProcessRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'getProcess', async ({ principal, params: { processId }, query }) => {
    const freshness = { minPosition: query['min-position'], projections: ['process'] } as const;
    return models.ofCaller(principal, freshness, async (db) => {
      const row = await wholeProcesses(db).where('process_id', '=', processId).executeTakeFirst();
      if (row === undefined) throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
      return detailOf(row, await sealProblemsOf(db, row));
    });
  });
}
