import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { isTotem, keepAsTotem } from '@/lib/totem-lock.ts';

const TAKEN_AWAY = ['contextmenu', 'dragstart', 'copy', 'cut'] as const;

/**
 * Keeps the tablet on this screen: every address of ours leads back to it, and so does the back button; there is no menu
 * of the browser's on a long press, nothing to drag away or to copy for whoever comes next, and no way through a link. What the browser's own bars and keys
 * do is the affair of how the tablet is set up: in its kiosk mode it has none.
 */
export function useKeptHere(): void {
  const router = useRouter();
  useEffect(() => {
    keepAsTotem(true);
    document.documentElement.dataset['totem'] = '';
    // Going back takes this entry off, and comes to itself.
    router.history.push('/totem', undefined, { ignoreBlocker: true });
    const unblock = router.history.block({ blockerFn: async () => isTotem(), enableBeforeUnload: false });
    const refuse = (event: Event) => event.preventDefault();
    const keepFromLinks = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault();
    };
    for (const kind of TAKEN_AWAY) document.addEventListener(kind, refuse);
    document.addEventListener('click', keepFromLinks, { capture: true });
    return () => {
      delete document.documentElement.dataset['totem'];
      unblock();
      for (const kind of TAKEN_AWAY) document.removeEventListener(kind, refuse);
      document.removeEventListener('click', keepFromLinks, { capture: true });
    };
  }, [router]);
}

/** Fills the tablet's screen, where the browser allows it; only a touch may ask for it. */
export function fillScreen(): void {
  if (document.fullscreenEnabled && document.fullscreenElement === null)
    void document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined);
}
