import { useCallback } from 'react';

import { asProblem } from '@/lib/api/problem.ts';
import { useIsHere } from '@/lib/hooks/use-navigate-here.ts';

/** Between two tries, milliseconds. */
const AGAIN_MS = 1000;

/**
 * Asks for what the network keeps away until it is answered, while the component is there and so long; what was asked
 * must be answered alike when it is asked twice.
 */
export function useUntilHeard(forMs: number): <Answer>(ask: () => Promise<Answer>) => Promise<Answer> {
  const isHere = useIsHere();
  return useCallback(
    async (ask) => {
      const until = performance.now() + forMs;
      for (;;) {
        try {
          return await ask();
        } catch (error) {
          if (!asProblem(error).isLost || !isHere() || performance.now() > until) throw error;
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        }
      }
    },
    [forMs, isHere],
  );
}
