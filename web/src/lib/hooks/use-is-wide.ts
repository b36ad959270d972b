import { useSyncExternalStore } from 'react';

/** From the breakpoint `md` of styles.css. */
const WIDE = '(min-width: 48rem)';

let query: MediaQueryList | undefined;
const wide = (): MediaQueryList => (query ??= window.matchMedia(WIDE));

function subscribe(listener: () => void): () => void {
  const watched = wide();
  watched.addEventListener('change', listener);
  return () => watched.removeEventListener('change', listener);
}

/** Whether the window is wider than a phone's, followed as it turns. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide().matches);
}
