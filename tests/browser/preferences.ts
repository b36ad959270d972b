import type { Page } from 'playwright-core';

import { layoutFaults, overlapFaults } from './layout.ts';

/** What is cut off or stands over other words once text is spaced as widely as WCAG 1.4.12 has it. */
export async function textSpacingFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    // No style element: the page's policy lets none in.
    const spaced = new CSSStyleSheet();
    spaced.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets.push(spaced);
  });
  const faults = [...(await layoutFaults(page)), ...(await overlapFaults(page))];
  await page.evaluate(() => {
    document.adoptedStyleSheets.pop();
  });
  return faults.map((fault) => `spaced text: ${fault}`);
}
