import type { AnswerOf } from '@lacre/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { processQueries } from '@/entities/process/queries.ts';
import { creditsQuery } from '@/entities/tenant/credits-query.ts';
import type { DraftStore } from '@/features/processes/wizard/draft/draft-store.ts';
import { processBody } from '@/features/processes/wizard/draft/draft.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { api } from '@/lib/session/session.ts';

/** Sends the process; resolves to what was made, to the problem it met, or to nothing where the draft is not ours to send. */
export function useCreation() {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);

  async function run(store: DraftStore): Promise<AnswerOf<'createProcess'> | Problem | undefined> {
    setBusy(true);
    setProblem(undefined);
    try {
      if (!(await store.isMine())) return undefined;
      const { draft } = store.state();
      const created = await api.call('createProcess', {
        body: processBody(draft),
        idempotencyKey: draft.intent,
      });
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
