import { useEffect, useState, type RefObject } from 'react';

/** Before the place is measured, CSS pixels. */
const FIRST_WIDTH = 600;

/** How wide the place is, CSS pixels. */
export function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}
