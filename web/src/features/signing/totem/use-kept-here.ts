import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { isTotem, keepAsTotem } from '@/lib/session/totem-lock.ts';

const TAKEN_AWAY = ['contextmenu', 'dragstart', 'copy', 'cut'] as const;
/** Entries of the history that are this screen: who goes back several times at once is quicker than what undoes it. */
const ENTRIES = 8;
/** With Control or Command: print, save, open, source, history, downloads, bookmark, find, address. */
const COMMANDS = new Set(['p', 's', 'o', 'u', 'h', 'j', 'd', 'f', 'g', 'k', 'l']);
/** Help, find again, address, caret, tools, and the homes of browsers. */
const KEYS = new Set(['F1', 'F3', 'F6', 'F7', 'F12', 'BrowserHome', 'BrowserSearch', 'BrowserFavorites']);

/**
 * Keeps the tablet on this screen: every address of ours leads back to it, and so does the back button; there is no
 * menu of the browser's on a long press, nothing to select, to print, to drag away or to copy for the next person
 * (styles.css), and no way through a link or the keys that a page is asked about first. What the browser's own bars and
 * other keys do is the affair of how the tablet is set up: in its kiosk mode it has none.
 */
export function useKeptHere(): void {
  const router = useRouter();
  useEffect(() => {
    keepAsTotem(true);
    document.documentElement.dataset['totem'] = '';
    // Going back takes one of these off, and comes to the next.
    for (let entry = 0; entry < ENTRIES; entry++) {
      router.history.push('/totem', undefined, { ignoreBlocker: true });
      // Or all of them would be one.
      router.history.flush();
    }
    const unblock = router.history.block({ blockerFn: async () => isTotem(), enableBeforeUnload: false });
    const refuse = (event: Event) => event.preventDefault();
    const keepFromLinks = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault();
    };
    const keepFromKeys = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && COMMANDS.has(event.key.toLowerCase());
      if (isCommand || KEYS.has(event.key)) event.preventDefault();
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    for (const kind of TAKEN_AWAY) document.addEventListener(kind, refuse, { signal });
    // The middle button opens a link in another tab, without a click.
    for (const kind of ['click', 'auxclick'] as const)
      document.addEventListener(kind, keepFromLinks, { capture: true, signal });
    document.addEventListener('keydown', keepFromKeys, { capture: true, signal });
    return () => {
      delete document.documentElement.dataset['totem'];
      unblock();
      leaving.abort();
    };
  }, [router]);
}

/** Fills the tablet's screen, where the browser allows it; only a touch may ask for it. */
export function fillScreen(): void {
  if (document.fullscreenEnabled && document.fullscreenElement === null)
    void document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined);
}
