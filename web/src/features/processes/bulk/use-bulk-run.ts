import { useEffect, useRef, useState } from 'react';

import { newIntent } from '@/lib/api/client.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';

/** What became of one of them. */
export type Outcome = 'sending' | 'done' | Problem;

export interface BulkRun {
  outcomes: ReadonlyMap<string, Outcome>;
  running: boolean;
  /** One after the other, until all had their turn or it is stopped. */
  run: (ids: readonly string[]) => Promise<void>;
  /** After the one that is being sent. */
  stop: () => void;
}

/**
 * Sends a command for each of several things. Each has its own idempotency key, kept until it is answered: what was sent and
 * not answered is not done twice when it is tried again.
 */
export function useBulkRun(send: (id: string, idempotencyKey: string) => Promise<unknown>): BulkRun {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [running, setRunning] = useState(false);
  const [keys] = useState(() => new Map<string, string>());
  const stopped = useRef(false);
  // The screen is left: what was sent is done, and nothing more is sent.
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const note = (id: string, outcome: Outcome): void =>
    setOutcomes((before) => new Map(before).set(id, outcome));
  return {
    outcomes,
    running,
    run: async (ids) => {
      stopped.current = false;
      setRunning(true);
      for (const id of ids) {
        // oxlint-disable-next-line typescript/no-unnecessary-condition -- `stop` and leaving set it meanwhile
        if (stopped.current) break;
        const key = keys.get(id) ?? newIntent();
        keys.set(id, key);
        note(id, 'sending');
        try {
          await send(id, key);
          note(id, 'done');
        } catch (error) {
          const problem = asProblem(error);
          // A refusal is an answer: the next attempt is a new intention.
          if (!problem.retryable) keys.delete(id);
          note(id, problem);
        }
      }
      setRunning(false);
    },
    stop: () => {
      stopped.current = true;
    },
  };
}
