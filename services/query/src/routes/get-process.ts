import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { requireWholeTenant } from '../permission.ts';
import { detailOf, sealProblemsOf, wholeProcesses } from '../process-views.ts';
import type { ReadModels } from '../read-models.ts';

export function getProcessRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'getProcess', async ({ principal, params: { processId }, query }) => {
    requireWholeTenant(principal);
    const freshness = { minPosition: query['min-position'], projections: ['process'] } as const;
    return models.ofTenant(principal.tenantId, freshness, async (db) => {
      const row = await wholeProcesses(db).where('process_id', '=', processId).executeTakeFirst();
      if (row === undefined) throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
      return detailOf(row, await sealProblemsOf(db, row));
    });
  });
}
