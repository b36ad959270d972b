import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { SheetPlace } from './use-sheets.ts';

/** A page was shown once half of it, or half a view of it, stood in view with its drawing. */
const SHOWN_SHARE = 0.5;

/** The pages shown so far. */
export function useShownPages(
  scroller: React.RefObject<HTMLElement | null>,
  placesOf: () => readonly SheetPlace[],
  onDrawn: ((page: number) => void) | undefined,
  onShown: ((pages: readonly number[]) => void) | undefined,
  resumed: readonly number[] = [],
): { shown: ReadonlySet<number>; noteDrawn: (page: number) => void; noteView: () => void } {
  const drawn = useRef(new Set<number>());
  const [shown, setShown] = useState<ReadonlySet<number>>(() => new Set(resumed));
  const tell = useEffectEvent((pages: ReadonlySet<number>) => onShown?.([...pages]));
  useEffect(() => tell(shown), [shown]);

  const noteView = useCallback(() => {
    const view = scroller.current;
    if (view === null) return;
    const seen = pagesInView(view, placesOf()).filter((page) => drawn.current.has(page));
    setShown((before) => (seen.every((page) => before.has(page)) ? before : new Set([...before, ...seen])));
  }, [scroller, placesOf]);
  const noteDrawn = useCallback(
    (page: number) => {
      drawn.current.add(page);
      onDrawn?.(page);
      noteView();
    },
    [noteView, onDrawn],
  );
  return { shown, noteDrawn, noteView };
}

function pagesInView(view: HTMLElement, places: readonly SheetPlace[]): number[] {
  const [top, bottom] = [view.scrollTop, view.scrollTop + view.clientHeight];
  const pages: number[] = [];
  for (let at = firstEndingAfter(places, top); at < places.length; at += 1) {
    const place = places[at]!;
    if (place.top >= bottom) break;
    const visible = Math.min(bottom, place.top + place.height) - Math.max(top, place.top);
    if (visible >= SHOWN_SHARE * Math.min(place.height, view.clientHeight)) pages.push(at + 1);
  }
  return pages;
}

/** The page that covers the middle of the view, or comes next after it. */
export function pageInView(view: HTMLElement, places: readonly SheetPlace[]): number {
  const at = firstEndingAfter(places, view.scrollTop + view.clientHeight / 2);
  return Math.min(at + 1, Math.max(1, places.length));
}

function firstEndingAfter(places: readonly SheetPlace[], y: number): number {
  const at = places.findIndex(({ top, height }) => top + height > y);
  return at === -1 ? places.length : at;
}
