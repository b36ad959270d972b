import { useEffect, useState, type RefObject } from 'react';

/** Whether an element is within one screen of what its scroller (`[data-pdf-scroller]`) shows. */
export function useNear(reference: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = reference.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: element.closest('[data-pdf-scroller]'),
      rootMargin: '100% 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [reference]);
  return near;
}
