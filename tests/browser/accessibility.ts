import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA and everything it includes. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of those tags that look at colours; no other judges differently in another theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const THEMES = [
  { theme: 'light', runOnly: { type: 'tag', values: TAGS } },
  { theme: 'dark', runOnly: { type: 'rule', values: COLOUR_RULES } },
] as const;
export type Theme = (typeof THEMES)[number]['theme'];

/** Paints the page in a theme: the system's for the pages that follow it, the attribute for those that remember one. */
export async function paint(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(async (name) => {
    if (document.documentElement.dataset['theme'] !== undefined)
      document.documentElement.dataset['theme'] = name;
    // Colours on their way from one theme to the other are nobody's choice; endless animations never settle.
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map((animation) => animation.finished));
  }, theme);
}

/** What axe holds against the page as it stands, light and dark, one line each: rule, element, reason. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  // What a page has loaded stays until it is left for another document.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(AXE);
  for (const { theme, runOnly } of THEMES) {
    await paint(page, theme);
    const results = await page.evaluate(
      (only) =>
        (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
          runOnly: only,
          resultTypes: ['violations'],
        }),
      runOnly,
    );
    for (const { id, help, nodes } of results.violations)
      for (const { target, failureSummary } of nodes)
        faults.push(`${theme} ${id} (${help}): ${target.join(' ')}: ${failureSummary ?? ''}`);
  }
  await paint(page, 'light');
  return faults;
}
