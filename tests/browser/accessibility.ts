import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA and everything it includes. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of those tags that look at colours; no other judges differently in another theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
export const THEMES = [
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
    // Colours on their way from one theme to the other are no design of ours; endless animations never settle.
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map((animation) => animation.finished));
  }, theme);
}

const axeOn = async (page: Page, runOnly: object, within: string): Promise<AxeResults['violations']> => {
  // What a page has loaded stays until it is left for another document.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    ([only, scope]) =>
      (
        globalThis as unknown as { axe: { run(scope: string, options: object): Promise<AxeResults> } }
      ).axe.run(scope, { runOnly: only, resultTypes: ['violations'] }),
    [runOnly, within] as const,
  );
  return violations;
};

const linesOf = (theme: Theme, violations: AxeResults['violations']): string[] =>
  violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${theme} ${id} (${help}): ${target.join(' ')}: ${failureSummary ?? ''}`,
    ),
  );

/** Rows of a list whose filter has changed, until those of the new one are there (`data-table.tsx`). */
const DIMMED = '.opacity-55';

/** What axe holds against the page as it stands, light and dark, one line each: rule, element, reason. */
export async function accessibilityFaults(page: Page, within = 'html'): Promise<string[]> {
  await page.locator(DIMMED).first().waitFor({ state: 'detached' });
  const faults: string[] = [];
  for (const { theme, runOnly } of THEMES) {
    await paint(page, theme);
    faults.push(...linesOf(theme, await axeOn(page, runOnly, within)));
  }
  await paint(page, 'light');
  return faults;
}

/** Texts below 7:1, large ones below 4.5:1, where more contrast is asked for (WCAG 1.4.6), light and dark. */
export async function highContrastFaults(page: Page, within = 'html'): Promise<string[]> {
  const faults: string[] = [];
  await page.emulateMedia({ contrast: 'more' });
  for (const { theme } of THEMES) {
    await paint(page, theme);
    const only = { type: 'rule', values: ['color-contrast-enhanced'] };
    faults.push(...linesOf(theme, await axeOn(page, only, within)));
  }
  await page.emulateMedia({ contrast: null });
  await paint(page, 'light');
  return faults;
}
