import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { builtOnce } from '../../reading/built-once.ts';
import { detailOf, sealProblemsOf, wholeProcesses } from '../../views/process-views.ts';

const byId = builtOnce((db, processId: string) => wholeProcesses(db).where('process_id', '=', processId));

export const route = defineRoute(
  'getProcess',
  async ({ principal, params: { processId }, query }, { models }) => {
    const freshness = { minPosition: query['min-position'], projections: ['process'] } as const;
    return models.ofCaller(principal, freshness, async (db) => {
      const [row] = await byId(db, processId);
      if (row === undefined) throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
      return detailOf(row, await sealProblemsOf(db, row));
    });
  },
);
