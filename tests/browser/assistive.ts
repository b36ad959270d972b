import type { Page } from 'playwright-core';

/** Letters of a multiple of the usual size and nothing else, as the browser's own setting has it; 1 is the usual size. */
export async function setTextSize(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } });
  await session.detach();
}

/** Controls that lie under a bar which stays in the window once they have the focus (WCAG 2.4.11), one line each. */
export async function hiddenFocusFaults(page: Page): Promise<string[]> {
  const faults = await page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(
      'main a[href], main button, main input, main select, main textarea, main summary',
    )) {
      const size = element.getBoundingClientRect();
      if (!element.checkVisibility() || element.matches(':disabled, [tabindex="-1"]') || size.width < 2)
        continue;
      window.scrollTo(0, 0);
      element.focus();
      if (document.activeElement !== element) continue;
      const box = element.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].map(
        (part) => [box.left + box.width / 2, box.top + box.height * part] as const,
      );
      const isSeen = points.some(([x, y]) => {
        const top = document.elementFromPoint(x, y);
        return (
          top !== null &&
          (element.contains(top) ||
            top.contains(element) ||
            (element.closest('label')?.contains(top) ?? false))
        );
      });
      if (!isSeen)
        found.push(
          `hidden with the focus: ${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`,
        );
    }
    window.scrollTo(0, 0);
    return found;
  });
  return faults;
}

/** What opens something over the screen, by a name that icons have. */
const OPENERS = 'main button[aria-label]:is([aria-label^="Ajuda sobre"], [aria-haspopup="menu"])';
/** Done at once: nothing comes over the screen. */
const AT_ONCE = /^(?:Baixar|Duplicar|Reenviar|Ativar)/;

/**
 * Dialogs and menus of the screen that do not give the focus back to what opened them (WCAG 2.4.3), one line each. They
 * are opened by the keyboard and left by Escape; of menus every item that asks something, too.
 */
export async function focusReturnFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const names = await page.locator(OPENERS).filter({ visible: true }).evaluateAll(namesOnce);
  for (const name of names) {
    const opener = page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
    const over = page.locator('dialog[open], [role="menu"]');
    const menu = page.locator('[role="menu"]');
    /** Escape, and whether the focus is where it was. */
    const leaves = async (what: string) => {
      await page.keyboard.press('Escape');
      await over.waitFor({ state: 'detached' });
      const element = await opener.elementHandle();
      const isBack = () =>
        page.waitForFunction((one) => document.activeElement === one, element, { timeout: 5000 });
      if (
        !(await isBack().then(
          () => true,
          () => false,
        ))
      )
        faults.push(`loses the focus: ${what}`);
    };
    await opener.focus();
    await page.keyboard.press('Enter');
    await over.waitFor();
    const items = menu.locator('[role="menuitem"]:not(a, [data-disabled])');
    const asking = (await items.allInnerTexts()).filter((item) => !AT_ONCE.test(item));
    await leaves(name);
    for (const item of asking) {
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: item, exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog[open]').waitFor();
      await menu.waitFor({ state: 'detached' });
      await leaves(`${name}: ${item}`);
    }
  }
  return faults;
}

/** What opens the same from every row is one. */
const namesOnce = (buttons: readonly Element[]): string[] => {
  const kinds = new Map(
    buttons.map((button) => {
      const name = button.getAttribute('aria-label') ?? '';
      return [name.startsWith('Ações de') ? 'row' : name, name];
    }),
  );
  return [...kinds.values()];
};
