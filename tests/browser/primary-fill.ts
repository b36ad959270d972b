import type { Page } from 'playwright-core';

/** The colour that the page fills its loudest button with, as it stands in its style: `#rrggbb`. */
export const primaryFill = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary-fill').trim());
