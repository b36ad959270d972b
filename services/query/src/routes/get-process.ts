import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { requireWholeTenant } from '../permission.ts';
import { detailOf, partsOf, sealProblemsOf } from '../process-views.ts';
import type { ReadModels } from '../read-models.ts';

export function getProcessRoute(app: FastifyInstance, models: ReadModels): void {
  route(app, 'getProcess', async ({ principal, params: { processId }, query }) => {
    requireWholeTenant(principal);
    const freshness = { minPosition: query['min-position'], projections: ['process'] } as const;
    return models.ofTenant(principal.tenantId, freshness, async (db) => {
      const processes = db.selectFrom('read.process').selectAll();
      const row = await processes.where('process_id', '=', processId).executeTakeFirst();
      if (row === undefined) throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
      const parts = await partsOf(db, [processId]);
      const documents = parts.documents.get(processId) ?? [];
      const problems = await sealProblemsOf(
        db,
        documents.map((document) => document.document_id),
      );
      return detailOf(row, parts, problems);
    });
  });
}
