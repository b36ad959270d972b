import { useSyncExternalStore } from 'react';

/** Whether the window is at least so wide, followed as it turns. The query is made once it is asked. */
function followed(condition: string): () => boolean {
  let query: MediaQueryList | undefined;
  const media = (): MediaQueryList => (query ??= window.matchMedia(condition));
  const subscribe = (listener: () => void): (() => void) => {
    const watched = media();
    watched.addEventListener('change', listener);
    return () => watched.removeEventListener('change', listener);
  };
  const matches = (): boolean => media().matches;
  return () => useSyncExternalStore(subscribe, matches);
}

/** Whether the window is wider than a phone's: from the breakpoint `md` of styles.css. */
export const useIsWide = followed('(min-width: 48rem)');

/** Whether two things to be read have room beside each other: from the breakpoint `xl`. */
export const useHasRoom = followed('(min-width: 80rem)');
