import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

/** A page was shown once half of it, or half a view of it, stood in view with its drawing. */
const SHOWN_SHARE = 0.5;

/** The pages shown so far. */
export function useShownPages(
  scroller: React.RefObject<HTMLElement | null>,
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
    const seen = pagesInView(view).filter((page) => drawn.current.has(page));
    setShown((before) => (seen.every((page) => before.has(page)) ? before : new Set([...before, ...seen])));
  }, [scroller]);
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

function pagesInView(view: HTMLElement): number[] {
  const [top, bottom] = [view.scrollTop, view.scrollTop + view.clientHeight];
  return [...view.querySelectorAll<HTMLElement>('[data-page]')].flatMap((sheet) => {
    const visible = Math.min(bottom, sheet.offsetTop + sheet.offsetHeight) - Math.max(top, sheet.offsetTop);
    const enough = SHOWN_SHARE * Math.min(sheet.offsetHeight, view.clientHeight);
    return visible >= enough ? [Number(sheet.dataset['page'])] : [];
  });
}

/** The page that covers the middle of the view. */
export function pageInView(scroller: HTMLElement): number {
  const middle = scroller.scrollTop + scroller.clientHeight / 2;
  let found = 1;
  for (const sheet of scroller.querySelectorAll<HTMLElement>('[data-page]')) {
    if (sheet.offsetTop > middle) break;
    found = Number(sheet.dataset['page']);
  }
  return found;
}
