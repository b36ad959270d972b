import { useEffect, useEffectEvent, useState } from 'react';

import { asProblem, type Problem } from '@/lib/api/problem.ts';

/** Something asked of the server: what came of it, and whether it is under way. */
export interface Attempt {
  busy: boolean;
  problem: Problem | undefined;
  run: (what: () => Promise<void>) => void;
}

/** Between the network's coming back and the next try, milliseconds. */
const MOMENT_MS = 250;

/** What the network kept from the server is asked again by itself once the server is heard again. */
export function useAttempt(online: boolean): Attempt {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [lost, setLost] = useState<() => Promise<void>>();

  async function run(what: () => Promise<void>): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    setLost(undefined);
    try {
      await what();
    } catch (error) {
      const failed = asProblem(error);
      setProblem(failed);
      if (failed.status === 0) setLost(() => what);
    } finally {
      setBusy(false);
    }
  }

  const again = useEffectEvent(() => {
    if (lost !== undefined && !busy) void run(lost);
  });
  useEffect(() => {
    if (!online) return undefined;
    const timer = setTimeout(again, MOMENT_MS);
    return () => clearTimeout(timer);
  }, [online]);

  return { busy, problem, run: (what) => void run(what) };
}
