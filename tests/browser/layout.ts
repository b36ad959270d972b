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
      const cutBelow =
        (style.overflowY === 'hidden' || style.overflowY === 'clip') &&
        style.webkitLineClamp === 'none' &&
        element.scrollHeight > element.clientHeight + 2;
      if (cut || cutBelow) faults.push(`cuts off "${element.textContent?.trim().slice(0, 40)}"`);
      const box = element.getBoundingClientRect();
      const outside = box.width > 0 && box.height > 0 && box.right > document.documentElement.clientWidth + 1;
      const scrolls = element.closest('[class*="overflow-x-auto"], [class*="overflow-auto"], dialog');
      if (outside && scrolls === null && style.position !== 'fixed')
        faults.push(`reaches out of the window: "${element.textContent?.trim().slice(0, 40)}"`);
    }
    return faults;
  });

/** Hints in empty fields that the field cuts off. */
export const hintFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) throw new Error('no canvas');
    return [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')]
      .filter((field) => {
        if (!field.checkVisibility()) return false;
        const { font, paddingLeft, paddingRight } = getComputedStyle(field);
        pen.font = font;
        const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return pen.measureText(field.placeholder).width > room + 1;
      })
      .map(({ placeholder }) => `cuts off "${placeholder}"`);
  });

/** Words that stand over other words, one line for each pair: what is bigger than its box runs into its neighbours. */
export const overlapFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // What stays in the window lies over what passes below it, and is meant to.
    const stays = (start: Element): boolean => {
      for (let at: Element | null = start; at !== null; at = at.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true;
      return false;
    };
    const lines: { text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (text === '' || parent === null || !parent.checkVisibility({ opacityProperty: true })) continue;
      // What only a screen reader is to read is cut down to a pixel.
      if (parent.offsetWidth <= 1 || parent.closest('[aria-hidden=true], option, script') !== null) continue;
      if (parent.parentElement !== null && parent.parentElement.offsetWidth <= 1) continue;
      if (stays(parent)) continue;
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        if (box.width > 1 && box.height > 1) lines.push({ text: text.slice(0, 30), box });
    }
    const faults: string[] = [];
    // A line's box is taller than its letters: they meet when the boxes share more than their leading.
    for (const [index, { text, box }] of lines.entries())
      for (const other of lines.slice(index + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 3 && down > 0.35 * Math.min(box.height, other.box.height))
          faults.push(`"${text}" stands over "${other.text}"`);
      }
    return faults;
  });

/** Animations that go on although the user prefers reduced motion, by what they move. */
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
