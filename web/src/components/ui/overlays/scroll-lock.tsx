import { useLayoutEffect } from 'react';

let locks = 0;

/** Holds the page still while mounted; its scroll bar keeps its room, so that nothing shifts. */
export function ScrollLock() {
  useLayoutEffect(() => {
    const { documentElement: page } = document;
    if (locks++ === 0) {
      const hasScrollbar = window.innerWidth > page.clientWidth;
      page.style.scrollbarGutter = hasScrollbar ? 'stable' : 'auto';
      page.style.overflow = 'hidden';
    }
    return () => {
      if (--locks > 0) return;
      page.style.removeProperty('overflow');
      page.style.removeProperty('scrollbar-gutter');
    };
  }, []);
  return null;
}
