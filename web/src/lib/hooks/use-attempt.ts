import { useState } from 'react';

import { asProblem, type Problem } from '@/lib/api/problem.ts';

/** Acts of a screen that each have a button: which of them runs, and the problem that the last one ended with. */
export function useAttempt<Act extends string>(): {
  busy: Act | undefined;
  problem: Problem | undefined;
  attempt: (what: Act, act: () => Promise<void>) => Promise<void>;
} {
  const [busy, setBusy] = useState<Act>();
  const [problem, setProblem] = useState<Problem>();
  async function attempt(what: Act, act: () => Promise<void>): Promise<void> {
    setBusy(what);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(undefined);
    }
  }
  return { busy, problem, attempt };
}
