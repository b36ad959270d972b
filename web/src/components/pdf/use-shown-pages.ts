import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

/** A page was shown once half of it, or half a view of it, stood in view with its drawing. */
const SHOWN_SHARE = 0.5;

/** The pages shown so far. */
export function useShownPages(
  scroller: React.RefObject<HTMLElement | null>,
  sheets: React.RefObject<readonly HTMLElement[]>,
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
    const seen = pagesInView(view, sheets.current).filter((page) => drawn.current.has(page));
    setShown((before) => (seen.every((page) => before.has(page)) ? before : new Set([...before, ...seen])));
  }, [scroller, sheets]);
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

function pagesInView(view: HTMLElement, sheets: readonly HTMLElement[]): number[] {
  const [top, bottom] = [view.scrollTop, view.scrollTop + view.clientHeight];
  const pages: number[] = [];
  for (let at = firstEndingAfter(sheets, top); at < sheets.length; at += 1) {
    const { offsetTop, offsetHeight } = sheets[at]!;
    if (offsetTop >= bottom) break;
    const visible = Math.min(bottom, offsetTop + offsetHeight) - Math.max(top, offsetTop);
    if (visible >= SHOWN_SHARE * Math.min(offsetHeight, view.clientHeight)) pages.push(at + 1);
  }
  return pages;
}

/** The page that covers the middle of the view, or comes next after it. */
export function pageInView(view: HTMLElement, sheets: readonly HTMLElement[]): number {
  const at = firstEndingAfter(sheets, view.scrollTop + view.clientHeight / 2);
  return Math.min(at + 1, Math.max(1, sheets.length));
}

/** By halves: to ask hundreds of sheets where they lie takes longer than a frame of a phone. */
function firstEndingAfter(sheets: readonly HTMLElement[], place: number): number {
  let [low, high] = [0, sheets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { offsetTop, offsetHeight } = sheets[middle]!;
    if (offsetTop + offsetHeight > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
