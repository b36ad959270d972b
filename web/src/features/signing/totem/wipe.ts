import type { QueryClient } from '@tanstack/react-query';

import { forgetPreloaded } from '@/components/pdf/lazy-pdf-viewer.tsx';
import { actCodeStore } from '@/features/signing/identify/code-step-memory.ts';
import { forgetProgress } from '@/features/signing/request/progress.ts';
import { SIGNATURES_KEY } from '@/features/signing/request/signatures-key.ts';
import { personSession } from '@/lib/session/person-session.ts';

/** What storage holds of the tablet itself; all else is the last person's. */
const OF_THE_TABLET = new Set(['signedIn', 'lastDomain', 'sharedComputer', 'deviceId', 'isDark', 'camera']);

/**
 * Deletes the last person's data: their session, what they were shown, chose, wrote and drew, in memory and in storage.
 * What is on the screen goes with the screen, a camera that is on and a document ahead of being read too.
 */
export function wipe(queryClient: QueryClient): void {
  actCodeStore.set(undefined);
  forgetProgress();
  personSession.leave();
  for (const queryKey of [SIGNATURES_KEY, ['face']]) {
    void queryClient.cancelQueries({ queryKey });
    queryClient.removeQueries({ queryKey });
  }
  queryClient.getMutationCache().clear();
  forgetPreloaded();
  try {
    for (const key of Object.keys(sessionStorage))
      if (!OF_THE_TABLET.has(key)) sessionStorage.removeItem(key);
  } catch {
    // No storage, nothing kept.
  }
}
