import type { Page } from 'playwright-core';

import { paint, THEMES } from './accessibility.ts';

/**
 * Faults in forced colours (WCAG 1.4.11), light and dark: controls without an edge, or without a mark while they have the focus (2.4.7); what is chosen and looks like what is
 * not; drawings in the colour of their ground. One line each.
 */
export async function forcedColourFaults(page: Page, within = 'body'): Promise<string[]> {
  const faults = new Set<string>();
  try {
    for (const { theme } of THEMES) {
      await page.emulateMedia({ forcedColors: 'active' });
      await paint(page, theme);
      // From the keyboard, or the browser draws no mark of the focus; a key that nothing answers to.
      await page.keyboard.press('F9');
      const found = [
        ...(await edgeFaults(page, within)),
        ...(await stateFaults(page, within)),
        ...(await drawingFaults(page, within)),
      ];
      for (const fault of found) faults.add(fault);
    }
    return [...faults];
  } finally {
    await page.emulateMedia({ forcedColors: 'none' });
    await paint(page, 'light');
  }
}

const edgeFaults = (page: Page, within: string): Promise<string[]> =>
  page.evaluate(async (scope) => {
    const faults: string[] = [];
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
    const isDrawn = (width: string, style: string) => Number.parseFloat(width) > 0 && style !== 'none';
    const hasEdge = (element: Element) => {
      const style = getComputedStyle(element);
      return (
        isDrawn(style.borderBottomWidth, style.borderBottomStyle) ||
        isDrawn(style.outlineWidth, style.outlineStyle)
      );
    };
    /** A field may be drawn by what stands around it, or by boxes beside it. */
    const drawnBy = (element: Element) => [
      element,
      element.closest('label') ?? element.parentElement ?? element,
      ...(element.matches('input')
        ? (element.parentElement?.querySelectorAll(':scope > [aria-hidden=true] > *') ?? [])
        : []),
    ];
    const isMarked = (element: Element) =>
      [undefined, '::after', '::before'].some((part) => {
        const style = getComputedStyle(element, part);
        return isDrawn(style.outlineWidth, style.outlineStyle);
      });
    const edged =
      'button, a[data-button], input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=file]), select, textarea, [role=tab]';
    const before = document.activeElement;
    // Nothing but menus is to answer to the focus: fields would say that they are empty.
    const deaf = (event: Event) => {
      if (!(event.target instanceof Element) || event.target.closest('[role=menu]') === null)
        event.stopImmediatePropagation();
    };
    const moves = ['focus', 'blur', 'focusin', 'focusout'];
    for (const move of moves) window.addEventListener(move, deaf, true);
    for (const root of document.querySelectorAll(scope))
      for (const element of root.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [role=tab], [role=menuitem]',
      )) {
        const box = element.getBoundingClientRect();
        if (!element.checkVisibility() || element.matches(':disabled') || box.width < 2) continue;
        if (element.matches(edged) && !drawnBy(element).some(hasEdge))
          faults.push(`no edge: ${nameOf(element)}`);
        element.focus({ preventScroll: true });
        if (document.activeElement !== element) continue;
        // An item of a menu is marked by the menu once it hears of the focus.
        if (element.matches('[role=menuitem]')) await new Promise(requestAnimationFrame);
        if (!drawnBy(element).some(isMarked)) faults.push(`no mark of the focus: ${nameOf(element)}`);
      }
    // Where nothing had it, the last one would look chosen.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    for (const move of moves) window.removeEventListener(move, deaf, true);
    return faults;
  }, within);

/** What is pressed, chosen or current, and drawn as what beside it is not. */
const stateFaults = (page: Page, within: string): Promise<string[]> =>
  page.evaluate((scope) => {
    const faults: string[] = [];
    const look = (element: Element) => {
      const style = getComputedStyle(element);
      return [
        style.outlineStyle === 'none'
          ? ''
          : `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor}`,
        style.borderStyle,
        style.borderWidth,
        style.borderColor,
        style.fontWeight,
        style.textDecorationLine,
        style.backgroundColor,
        style.color,
      ].join();
    };
    const looks = (element: Element) =>
      [
        look(element),
        element.querySelectorAll('svg').length,
        ...[...element.children].map((child) => look(child)),
      ].join(';');
    for (const attribute of ['aria-pressed', 'aria-selected', 'aria-checked', 'aria-current'])
      for (const root of document.querySelectorAll(scope))
        for (const element of root.querySelectorAll<HTMLElement>(
          `[${attribute}]:not([${attribute}="false"])`,
        )) {
          // Fields show what they hold by themselves; of what is chosen in a list the field says it.
          if (!element.checkVisibility() || element.matches('input, [role=option]')) continue;
          const around = element.parentElement?.parentElement ?? root;
          const isSame = [...around.querySelectorAll(element.tagName)].some(
            (other) =>
              [null, 'false'].includes(other.getAttribute(attribute)) &&
              other.checkVisibility() &&
              looks(other) === looks(element),
          );
          if (isSame)
            faults.push(
              `${attribute} is not seen: "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`,
            );
        }
    return faults;
  }, within);

/** Icons and marks of which no line stands out from its ground. */
const drawingFaults = (page: Page, within: string): Promise<string[]> =>
  page.evaluate((scope) => {
    const faults: string[] = [];
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    /** Red, green, blue and opacity of a colour as the browser paints it, from 0 to 255. */
    const painted = (color: string) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return context.getImageData(0, 0, 1, 1).data;
    };
    /** WCAG's relative luminance. */
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = [...painted(color)].map((channel) => {
        const part = channel / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: string, other: string) => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const groundOf = (start: Element) => {
      for (let at: Element | null = start; at !== null; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (painted(backgroundColor)[3]! > 0) return backgroundColor;
      }
      return 'Canvas';
    };
    for (const root of document.querySelectorAll(scope))
      for (const drawing of root.querySelectorAll('svg')) {
        if (!drawing.checkVisibility({ opacityProperty: true }) || drawing.getBoundingClientRect().width < 2)
          continue;
        // A watermark says nothing.
        if (Number(getComputedStyle(drawing).opacity) < 0.25) continue;
        const paints = [
          ...drawing.querySelectorAll('path, circle, rect, line, polyline, polygon, ellipse, text'),
        ].flatMap((shape) => {
          const { fill, stroke } = getComputedStyle(shape);
          return [fill, stroke].filter((color) => color !== 'none' && painted(color)[3]! > 0);
        });
        const ground = groundOf(drawing);
        if (paints.length > 0 && paints.every((color) => contrast(color, ground) < 3))
          faults.push(
            `not seen: drawing "${drawing.getAttribute('class') ?? ''}" of "${(drawing.closest('[aria-label]')?.getAttribute('aria-label') ?? drawing.parentElement?.textContent ?? '').trim().slice(0, 40)}", ${paints.join(' ')} on ${ground}`,
          );
      }
    return faults;
  }, within);
