import { useSyncExternalStore } from 'react';

import { installPrompt } from '@/lib/browser/install-prompt.ts';

function offer(): 'prompt' | 'by-hand' | undefined {
  if (installPrompt.get() !== undefined) return 'prompt';
  // Only Safari of iOS says whether the page was opened from the home screen.
  return 'standalone' in navigator && navigator.standalone === false ? 'by-hand' : undefined;
}

/** How the app may be installed here: by the browser's own dialog, or by hand from its menu. */
export const useInstallOffer = (): ReturnType<typeof offer> =>
  useSyncExternalStore(installPrompt.subscribe, offer);

/** Shows the browser's dialog. */
export async function install(): Promise<void> {
  await installPrompt.take()?.prompt();
}
