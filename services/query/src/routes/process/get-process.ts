import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { detailOf, sealProblemsOf, wholeProcesses } from '../../views/process-views.ts';

export const route = defineRoute(
  'getProcess',
  async ({ principal, params: { processId }, query }, { models }) => {
    const freshness = { minPosition: query['min-position'], projections: ['process'] } as const;
    return models.ofCaller(principal, freshness, async (db) => {
      const row = await wholeProcesses(db).where('process_id', '=', processId).executeTakeFirst();
      if (row === undefined) throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
      return detailOf(row, await sealProblemsOf(db, row));
    });
  },
);
