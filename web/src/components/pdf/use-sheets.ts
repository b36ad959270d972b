import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Where a page lies in what scrolls, CSS pixels. */
export interface SheetPlace {
  top: number;
  height: number;
}

/**
 * The sheets of a document, and where they lie: measured anew once the size of what holds them has changed, since asking
 * while it scrolls has the browser lay them out in the middle of a frame. `onMoved` is called after each such change.
 */
export function useSheets(
  content: React.RefObject<HTMLElement | null>,
  pages: number,
  onMoved: () => void,
): { holdSheet: (sheet: HTMLElement | null) => void; placesOf: () => readonly SheetPlace[] } {
  const sheets = useRef<HTMLElement[]>([]);
  const places = useRef<readonly SheetPlace[]>(undefined);
  const holdSheet = useCallback((sheet: HTMLElement | null) => {
    if (sheet === null) return;
    sheets.current[Number(sheet.dataset['page']) - 1] = sheet;
    places.current = undefined;
  }, []);
  useLayoutEffect(() => void sheets.current.splice(pages), [pages]);
  const moved = useEffectEvent(() => {
    places.current = undefined;
    onMoved();
  });
  useEffect(() => {
    const element = content.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => moved());
    observer.observe(element);
    return () => observer.disconnect();
  }, [content]);
  const placesOf = useCallback(() => {
    places.current ??= sheets.current.map(({ offsetTop, offsetHeight }) => ({
      top: offsetTop,
      height: offsetHeight,
    }));
    return places.current;
  }, []);
  return { holdSheet, placesOf };
}
