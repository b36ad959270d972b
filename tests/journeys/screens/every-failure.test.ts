import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest';

import { failing, FAILURES, soon, type Failure } from '../../browser/failures.ts';
import type { Form } from '../../browser/form.ts';
import { fieldOf, FORMS } from '../../browser/forms.ts';
import { useOwnProduct } from '../../browser/product.ts';
import { arriveAs, makeWorld, pathOf, SCREENS, type Who, type World } from '../../browser/screens.ts';
import type { Visitor } from '../../browser/visitor.ts';

const product = useOwnProduct();
let world: World;

beforeAll(async () => {
  world = await makeWorld(product.lacre);
}, 120_000);

/** What happened that no failure excuses. */
const faults = (visitor: Visitor): string[] =>
  visitor.complaints().filter((line) => /^uncaught|another origin|Content Security|Refused to/.test(line));

/** Whose pages wait for no time: see `soon`. One of each kind goes from screen to screen. */
const hasty = new Map<Who, Promise<Visitor>>();

function inHaste(who: Who): Promise<Visitor> {
  const visitor = hasty.get(who) ?? arriveInHaste(who);
  hasty.set(who, visitor);
  // Where something went wrong the next screen is another's.
  onTestFailed(() => void hasty.delete(who));
  return visitor;
}

async function arriveInHaste(who: Who): Promise<Visitor> {
  const visitor = await arriveAs(who, product.browser, world, { accessibility: false });
  await visitor.page.clock.install();
  // All requests pass through here from the first to the last: one that is on its way while that begins or ends, as it
  // would with every failure, may never be answered.
  await visitor.page.route('**/*', (route) => route.fallback());
  traffic.set(visitor, trafficOf(visitor.page));
  return visitor;
}

/** What each of them asked the server, and was answered, last: told where something went wrong. */
const traffic = new Map<Visitor, string[]>();

function trafficOf(page: Page): string[] {
  const lines: string[] = [];
  const note = (line: string, url: string) => {
    if (!/\/(?:api|assets)\//.test(url)) return;
    lines.push(`${new Date().toISOString().slice(17, 23)} ${line} ${new URL(url).pathname}`);
    if (lines.length > 40) lines.shift();
  };
  page.on('request', (request) => note(`> ${request.method()}`, request.url()));
  page.on('response', (answer) => note(`< ${answer.status()}`, answer.url()));
  page.on('requestfailed', (request) => note('failed', request.url()));
  return lines;
}

async function tellOf(visitor: Visitor): Promise<void> {
  const shown = await visitor.page.locator('body').innerText();
  console.error([...(traffic.get(visitor) ?? []), ...visitor.complaints(), shown.slice(0, 2000)].join('\n'));
}

const failure = (name: string): Failure => {
  const found = FAILURES.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no such failure: ${name}`);
  return found;
};

/** A form filled in. */
interface Filled {
  form: Form;
  visitor: Visitor;
  page: Page;
  typed: Readonly<Record<string, string>>;
  /** The dialog it stands in, or the page. */
  place: Locator;
  submit: Locator;
}

async function fillIn(visitor: Visitor, form: Form): Promise<Filled> {
  const { page } = visitor;
  await visitor.open(form.path(world));
  // What is drawn before the client is there takes no input, and is drawn anew.
  await page.locator('#drawn').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await form.open?.(visitor, world);
  const typed = form.typed?.(world) ?? {};
  for (const label of Object.keys(typed).slice(0, 1))
    await fieldOf(page.locator('body'), label).last().waitFor();
  const dialogs = page.locator('dialog[open]');
  const place = (await dialogs.count()) > 0 ? dialogs.last() : page.locator('main, body').last();
  for (const [label, text] of Object.entries(typed)) await fieldOf(place, label).fill(text);
  const submit = place.getByRole('button', { name: form.submit, exact: true });
  return { form, visitor, page, typed, place, submit };
}

async function nothingIsLost({ form, typed, place }: Filled, why: string): Promise<void> {
  for (const [label, text] of Object.entries(typed))
    expect(await fieldOf(place, label).inputValue(), `${label}, ${why}`).toBe(text);
  for (const text of form.chosen?.(world) ?? [])
    expect(await place.getByText(text).first().isVisible(), `${text}, ${why}`).toBe(true);
}

const alert = (page: Page, tells: RegExp | string): Promise<void> =>
  page.getByRole('alert').filter({ hasText: tells }).first().waitFor();

/** Keeps what was typed and says what to do, whatever comes of it; and may be sent again. */
async function standsFailures(filled: Filled): Promise<void> {
  const { form, page, submit } = filled;
  for (const { name, tells, answer } of FAILURES) {
    const undo = await failing(page, form.sends, answer);
    await submit.click();
    await soon(page, alert(page, tells));
    await nothingIsLost(filled, name);
    await expect.poll(() => submit.getAttribute('aria-busy')).toBeNull();
    expect(await submit.isEnabled(), name).toBe(true);
    await undo();
  }
}

/** Is sent once over a slow line, however often it is pressed. */
async function isSentOnce(filled: Filled): Promise<void> {
  const { form, page, submit } = filled;
  const held = Promise.withResolvers<void>();
  let sent = 0;
  const undo = await failing(page, form.sends, async (route) => {
    sent += 1;
    await held.promise;
    await route.fulfill({
      status: 409,
      body: JSON.stringify({ code: 'CONCURRENT_CHANGE', title: 'Tarde demais' }),
    });
  });
  await submit.dblclick();
  const busy = page.locator('[aria-busy=true]').first();
  await busy.waitFor();
  await busy.click({ force: true });
  await page.keyboard.press('Enter');
  held.resolve();
  await alert(page, 'Tarde demais');
  expect(sent).toBe(1);
  await nothingIsLost(filled, 'a slow line');
  await undo();
}

/** Asks for the password over what was typed when the session has ended. */
async function outlivesTheSession(filled: Filled): Promise<void> {
  const { form, page, submit } = filled;
  // As after a night: the token is refused, and the cookie that would bring another is gone.
  await page.context().clearCookies();
  const undo = await failing(page, form.sends, (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'AUTH_TOKEN_VALIDATION_ERROR', title: 'Sua sessão expirou.' }),
    }),
  );
  await submit.click();
  const again = page.getByRole('dialog', { name: 'Sua sessão expirou' });
  await again.waitFor();
  await undo();
  const { answer, tells } = failure('409');
  const refused = await failing(page, form.sends, answer);
  await again.locator('input[type=password]').fill(world.account.password);
  await again.getByRole('button', { name: /Entrar|Continuar/ }).click();
  // The same request goes on with the new token; refused here, so that the form stays.
  await alert(page, tells);
  await nothingIsLost(filled, 'an ended session');
  await refused();
}

describe('a form', () => {
  it.each(FORMS)(
    'loses nothing and says what to do, whatever comes of it: $name',
    async (form) => {
      const visitor = await inHaste(form.who);
      onTestFailed(() => tellOf(visitor));
      const filled = await fillIn(visitor, form);
      await standsFailures(filled);
      await isSentOnce(filled);
      if (form.who === 'member') await outlivesTheSession(filled);
      expect(faults(filled.visitor)).toEqual([]);
    },
    60_000,
  );
});

describe('a screen whose data cannot be had', () => {
  // Who they are is known: what their screen shows is not to be had.
  const data = { method: 'GET', path: /^\/api\/(?!user\/current|account|tenant\/settings|session)/ };

  /** A screen of several parts tells of each. */
  const triesAgain = (page: Page): Promise<void> =>
    page
      .getByRole('button', { name: 'Tentar de novo' })
      .evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));

  it.each(SCREENS.filter(({ loads }) => loads === true))(
    'shows the failure, and the data once they arrive: $route',
    async (screen) => {
      const visitor = await inHaste(screen.who);
      const { page } = visitor;
      const path = pathOf(screen, world);
      const reads = (text: RegExp) => soon(page, page.getByText(text).first().waitFor());
      const [down, forbidden, broken] = [failure('the server is down'), failure('403'), failure('500')];

      const forbid = await failing(page, data, forbidden.answer);
      await visitor.open(path);
      await reads(forbidden.tells);
      await forbid();

      const cut = await failing(page, data, down.answer);
      await page.reload();
      await reads(down.tells);
      await cut();

      const breaking = await failing(page, data, broken.answer);
      await triesAgain(page);
      await reads(broken.tells);
      await breaking();

      await triesAgain(page);
      await soon(
        page,
        page.getByText(broken.tells).filter({ visible: true }).first().waitFor({ state: 'detached' }),
      );
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(faults(visitor)).toEqual([]);
    },
    60_000,
  );
});

it('keeps the screen when the code of a dialog cannot be fetched, and opens it once it can', async () => {
  const visitor = await arriveAs('member', product.browser, world, { accessibility: false });
  const { page } = visitor;
  await visitor.open(`/processes/${world.processId}`);
  const remind = page.getByRole('button', { name: 'Lembrar quem falta', exact: true });
  await remind.waitFor();
  // Parts of the screen that come on their own would say that they could not.
  await page.waitForLoadState('networkidle');
  const failed = page.getByText('Não foi possível abrir', { exact: true });
  await page.context().setOffline(true);
  await remind.click();
  await failed.waitFor();
  await page.getByRole('button', { name: 'Dispensar aviso' }).click();
  await page.context().setOffline(false);
  const held = Promise.withResolvers<void>();
  const code = /\/steering-dialogs[^/]*\.js$/;
  await page.route(code, async (route) => {
    await held.promise;
    await route.abort('connectionrefused');
  });
  await remind.click();
  await visitor.reads('Abrindo…');
  held.resolve();
  await failed.waitFor();
  await page.getByText('Abrindo…').waitFor({ state: 'detached' });
  expect(await remind.isVisible()).toBe(true);
  await page.unroute(code);
  // A module that failed comes by another address: the page stays.
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  await remind.click();
  await page.getByRole('alertdialog', { name: /lembrete|Lembrar/ }).waitFor();
  expect(await page.locator('body[data-same-page]').count()).toBe(1);
  expect(faults(visitor)).toEqual([]);
}, 60_000);

it('keeps a form, and sends it when the server comes back', async () => {
  const form = FORMS.find(({ name }) => name === 'new company');
  if (form === undefined) throw new Error('no such form');
  const filled = await fillIn(
    await arriveAs('member', product.browser, world, { accessibility: false }),
    form,
  );
  const { page, submit } = filled;
  await product.lacre.kill();
  await submit.click();
  await alert(page, failure('the server is down').tells);
  await nothingIsLost(filled, 'a killed server');
  await product.lacre.start();
  await submit.click();
  await page.getByRole('link', { name: 'Padaria Pão de Mel Ltda' }).first().waitFor({ timeout: 30_000 });
  expect(faults(filled.visitor)).toEqual([]);
}, 120_000);
