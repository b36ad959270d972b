import type { Page } from 'playwright-core';

import { accessibilityFaults, highContrastFaults } from './accessibility.ts';
import { forcedColourFaults } from './forced-colours.ts';

/** What stands over a screen while no dialog does. */
const OVER = '[role=menu], [role=listbox], [role=tooltip], :popover-open, section[aria-live=polite] > div';
const MARK = 'data-inspected';

/** Whether a dialog, a menu, a list, a popover, a hint or a passing message stands over the screen. */
export const isCovered = (page: Page): Promise<boolean> =>
  page.evaluate(
    (over) => [...document.querySelectorAll(over)].some((element) => element.checkVisibility()),
    `dialog[open], ${OVER}`,
  );

/**
 * What is wrong with what stands over the screen, one line each: of the topmost dialog and all that stands in it, else of
 * menus, lists, popovers, hints and passing messages. By axe, by contrast where more is asked for, and in forced colours.
 * Undefined where nothing does, see `isCovered`.
 */
export async function overlayFaults(page: Page): Promise<string[] | undefined> {
  const found = await page.evaluate(
    ([over, mark]) => {
      for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
      const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
      const shown = dialog === undefined ? [...document.querySelectorAll(over)] : [dialog];
      const seen = shown.filter((element) => element.checkVisibility());
      for (const element of seen) element.setAttribute(mark, '');
      return seen.length;
    },
    [OVER, MARK] as const,
  );
  if (found === 0) return undefined;
  const within = `[${MARK}]`;
  return [
    ...(await accessibilityFaults(page, within)),
    ...(await highContrastFaults(page, within)).map((fault) => `more contrast: ${fault}`),
    ...(await forcedColourFaults(page, within)).map((fault) => `forced colours: ${fault}`),
  ];
}
