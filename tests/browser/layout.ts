import type { Page } from 'playwright-core';

/** What is wrong with the page's layout as it stands, one line each. */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (sideways > 0) faults.push(`scrolls sideways by ${sideways} px`);
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const ownText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      if (!ownText || element.clientWidth <= 1) continue;
      const style = getComputedStyle(element);
      const cut =
        (style.overflowX === 'hidden' || style.overflowX === 'clip') &&
        style.textOverflow !== 'ellipsis' &&
        style.webkitLineClamp === 'none' &&
        element.scrollWidth > element.clientWidth + 1;
      if (cut) faults.push(`cuts off "${element.textContent?.trim().slice(0, 40)}"`);
      const box = element.getBoundingClientRect();
      const outside = box.width > 0 && box.height > 0 && box.right > document.documentElement.clientWidth + 1;
      const scrolls = element.closest('[class*="overflow-x-auto"], [class*="overflow-auto"], dialog');
      if (outside && scrolls === null && style.position !== 'fixed')
        faults.push(`reaches out of the window: "${element.textContent?.trim().slice(0, 40)}"`);
    }
    return faults;
  });

/** Animations that go on although somebody asked for less motion, by what they move. */
export const motionFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => {
        const timing = animation.effect?.getComputedTiming();
        return animation.playState === 'running' && Number(timing?.endTime ?? 0) > 100;
      })
      .map((animation) => {
        const { target } = animation.effect as KeyframeEffect;
        return `moves ${target?.tagName ?? '?'}.${target?.className ?? ''}`;
      }),
  );
