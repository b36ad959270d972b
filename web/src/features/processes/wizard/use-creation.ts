import type { AnswerOf } from '@lacre/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { processQueries } from '@/entities/process/queries.ts';
import { creditsQuery } from '@/entities/tenant/credits-query.ts';
import type { processBody } from '@/features/processes/wizard/draft/draft.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { api } from '@/lib/session/session.ts';

/** Sends the process; resolves to what was made, or to the problem it met. */
export function useCreation() {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);

  async function run(
    body: ReturnType<typeof processBody>,
    idempotencyKey: string,
  ): Promise<AnswerOf<'createProcess'> | Problem> {
    setBusy(true);
    setProblem(undefined);
    try {
      const created = await api.call('createProcess', { body, idempotencyKey });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: processQueries.all }),
        queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
      ]);
      return created;
    } catch (error) {
      const failed = asProblem(error);
      setProblem(failed);
      return failed;
    } finally {
      setBusy(false);
    }
  }

  return { run, problem, busy, forget: () => setProblem(undefined) };
}
