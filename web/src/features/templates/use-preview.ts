import { useEffect, useEffectEvent, useState } from 'react';

import { preloadPdfViewer } from '@/components/pdf/lazy-pdf-viewer.tsx';
import type { PdfSource } from '@/components/pdf/pdf-source.ts';
import { previewOf, type Previewed } from '@/entities/template/preview.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { api } from '@/lib/session/session.ts';

/** When a user has asked too often and the answer does not say for how long, seconds. */
const PAUSE_SECONDS = 5;

export interface Preview {
  /** The last that was drawn; it stays while the next one comes. */
  source: PdfSource | undefined;
  problem: Problem | undefined;
  busy: boolean;
  retry: () => void;
}

/** Draws what is given anew whenever it changes; what is asked for no longer is given up. Undefined: there is nothing yet. */
export function usePreview(previewed: Previewed | undefined): Preview {
  const key = previewed && JSON.stringify(previewed);
  const [source, setSource] = useState<PdfSource>();
  const [ended, setEnded] = useState<{ key: string; attempt: number; problem?: Problem }>();
  const [attempt, setAttempt] = useState(0);

  const take = useEffectEvent((outcome: Drawn, of: string, nth: number): void => {
    if ('problem' in outcome) {
      setEnded({ key: of, attempt: nth, problem: outcome.problem });
      return;
    }
    // The viewer's worker takes the bytes that it is given.
    setSource({ url: `preview:${nth} ${of}`, client: api, load: async () => outcome.pdf.slice() });
    setEnded({ key: of, attempt: nth });
  });

  useEffect(() => {
    if (key === undefined) return undefined;
    preloadPdfViewer();
    const asking = new AbortController();
    void drawn(JSON.parse(key) as Previewed, asking.signal).then(
      (outcome) => asking.signal.aborted || take(outcome, key, attempt),
    );
    return () => asking.abort();
  }, [key, attempt]);

  const isOver = ended?.key === key && ended?.attempt === attempt;
  return {
    source: key === undefined ? undefined : source,
    problem: isOver ? ended.problem : undefined,
    busy: key !== undefined && !isOver,
    retry: () => setAttempt(attempt + 1),
  };
}

type Drawn = { pdf: Uint8Array } | { problem: Problem };

/** Waits where a user has asked too often, and asks again. */
async function drawn(previewed: Previewed, signal: AbortSignal): Promise<Drawn> {
  for (;;) {
    try {
      return { pdf: await previewOf(previewed, signal) };
    } catch (error) {
      const problem = asProblem(error);
      if (signal.aborted || problem.code !== 'TOO_MANY_REQUESTS') return { problem };
      const seconds = problem.retryAfterSeconds ?? PAUSE_SECONDS;
      await new Promise((resolve) => {
        setTimeout(resolve, seconds * 1000);
      });
      if (signal.aborted) return { problem };
    }
  }
}
