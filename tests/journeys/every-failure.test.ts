import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launchChromium } from '../browser/chromium.ts';
import { failing, FAILURES } from '../browser/failures.ts';
import { FORMS, type Form } from '../browser/forms.ts';
import { arriveAs, makeWorld, pathOf, SCREENS, type World } from '../browser/screens.ts';
import type { Visitor } from '../browser/visitor.ts';
import { Lacre } from '../support/lacre.ts';

let browser: Browser;
let lacre: Lacre;
let world: World;

beforeAll(async () => {
  lacre = await Lacre.create();
  [browser] = await Promise.all([launchChromium(), lacre.start()]);
  world = await makeWorld(lacre);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await lacre.dispose();
});

/** What happened that no failure excuses. */
const faults = async (visitor: Visitor): Promise<string[]> =>
  (await visitor.leaves()).filter((line) =>
    /^uncaught|another origin|Content Security|Refused to/.test(line),
  );

/** The form: the dialog it stands in, or the page. */
const formOf = async (page: Page): Promise<Locator> => {
  const dialogs = page.locator('dialog[open]');
  return (await dialogs.count()) > 0 ? dialogs.last() : page.locator('main, body').last();
};

async function fillIn(visitor: Visitor, form: Form): Promise<Readonly<Record<string, string>>> {
  await visitor.open(form.path(world));
  await visitor.page.getByRole('heading', { level: 1 }).first().waitFor();
  await form.open?.(visitor);
  const typed = form.typed();
  const place = await formOf(visitor.page);
  for (const [label, text] of Object.entries(typed))
    await place.getByLabel(label, { exact: true }).fill(text);
  return typed;
}

async function isStillTyped(page: Page, typed: Readonly<Record<string, string>>, why: string): Promise<void> {
  for (const [label, text] of Object.entries(typed))
    expect(await page.getByLabel(label, { exact: true }).last().inputValue(), `${label}, ${why}`).toBe(text);
}

describe.each(FORMS)('$name', (form) => {
  it('keeps what was typed and says what to do, whatever comes of it', async () => {
    const visitor = await arriveAs(form.who, browser, world, { accessibility: false });
    const { page } = visitor;
    const typed = await fillIn(visitor, form);
    const submit = (await formOf(page)).getByRole('button', { name: form.submit, exact: true });
    for (const { name, tells, answer } of FAILURES) {
      const undo = await failing(page, form.sends, answer);
      await submit.click();
      await page.getByRole('alert').filter({ hasText: tells }).first().waitFor();
      await isStillTyped(page, typed, name);
      // It may be sent again.
      await expect.poll(() => submit.getAttribute('aria-busy')).toBeNull();
      expect(await submit.isEnabled(), name).toBe(true);
      await undo();
    }
    expect(await faults(visitor)).toEqual([]);
  }, 60_000);

  it('is sent once over a slow line, however often it is pressed', async () => {
    const visitor = await arriveAs(form.who, browser, world, { accessibility: false });
    const { page } = visitor;
    const typed = await fillIn(visitor, form);
    const submit = (await formOf(page)).getByRole('button', { name: form.submit, exact: true });
    const held = Promise.withResolvers<void>();
    let sent = 0;
    await failing(page, form.sends, async (route) => {
      sent += 1;
      await held.promise;
      await route.fulfill({
        status: 409,
        body: JSON.stringify({ code: 'CONCURRENT_CHANGE', title: 'Tarde demais' }),
      });
    });
    await submit.click();
    const busy = page.locator('[aria-busy=true]').first();
    await busy.waitFor();
    await busy.click({ force: true });
    await page.keyboard.press('Enter');
    held.resolve();
    await page.getByRole('alert').filter({ hasText: 'Tarde demais' }).first().waitFor();
    expect(sent).toBe(1);
    await isStillTyped(page, typed, 'a slow line');
    expect(await faults(visitor)).toEqual([]);
  }, 60_000);
});

describe.each(FORMS.filter(({ who }) => who === 'member'))('$name', (form) => {
  it('asks for the password over what was typed when the session has ended', async () => {
    const visitor = await arriveAs(form.who, browser, world, { accessibility: false });
    const { page } = visitor;
    const typed = await fillIn(visitor, form);
    // As after a night: the token is refused, and the cookie that would bring another is gone.
    await page.context().clearCookies();
    const undo = await failing(page, form.sends, (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'AUTH_TOKEN_VALIDATION_ERROR', title: 'Sua sessão expirou.' }),
      }),
    );
    await (await formOf(page)).getByRole('button', { name: form.submit, exact: true }).click();
    const again = page.getByRole('dialog', { name: 'Sua sessão expirou' });
    await again.waitFor();
    await undo();
    const refused = await failing(page, form.sends, FAILURES[3]?.answer ?? ((route) => route.abort()));
    await again.locator('input[type=password]').fill(world.account.password);
    await again.getByRole('button', { name: /Entrar|Continuar/ }).click();
    // The same request goes on with the new token; refused here, so that the form stays.
    await page.getByRole('alert').filter({ hasText: 'Alguém alterou isto agora mesmo' }).first().waitFor();
    await isStillTyped(page, typed, 'an ended session');
    await refused();
    expect(await faults(visitor)).toEqual([]);
  }, 60_000);
});

describe('a screen whose data cannot be had', () => {
  const loading = SCREENS.filter(({ loads }) => loads === true);
  const told = FAILURES.filter(({ name }) => ['the server is down', '403', '500'].includes(name));

  it.each(loading)(
    'says so, and shows it once it can: $route',
    async (screen) => {
      const visitor = await arriveAs(screen.who, browser, world, { accessibility: false });
      const { page } = visitor;
      const path = pathOf(screen, world);
      // Who they are is known: what their screen shows is not to be had.
      const data = { method: 'GET', path: /^\/api\/(?!user\/current|account|tenant\/settings|session)/ };
      for (const { name, tells, answer } of told) {
        const undo = await failing(page, data, answer);
        await visitor.open(path);
        await page.getByText(tells).first().waitFor({ timeout: 20_000 });
        await undo();
        if (name !== '500') continue;
        // A screen of several parts tells of each.
        await page
          .getByRole('button', { name: 'Tentar de novo' })
          .evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
        await page.getByText(tells).filter({ visible: true }).first().waitFor({ state: 'detached' });
        await page.getByRole('heading', { level: 1 }).first().waitFor();
      }
      expect(await faults(visitor)).toEqual([]);
    },
    90_000,
  );
});

it('goes on when the server comes back in the middle of a form', async () => {
  const visitor = await arriveAs('member', browser, world, { accessibility: false });
  const { page } = visitor;
  const form = FORMS.find(({ name }) => name === 'new company');
  if (form === undefined) throw new Error('no such form');
  const typed = await fillIn(visitor, form);
  await lacre.kill();
  const submit = page.getByRole('button', { name: form.submit, exact: true });
  await submit.click();
  await page
    .getByRole('alert')
    .filter({ hasText: 'Sem conexão com o servidor' })
    .first()
    .waitFor({ timeout: 30_000 });
  await isStillTyped(page, typed, 'a killed server');
  await lacre.start();
  await submit.click();
  await page.getByRole('link', { name: 'Padaria Pão de Mel Ltda' }).first().waitFor({ timeout: 30_000 });
  expect(await faults(visitor)).toEqual([]);
}, 120_000);
