import { readFileSync } from 'node:fs';

import { beforeAll, expect, it } from 'vitest';

import { highContrastFaults } from '../../browser/accessibility.ts';
import { focusReturnFaults, hiddenFocusFaults, setTextSize } from '../../browser/assistive.ts';
import { forcedColourFaults } from '../../browser/forced-colours.ts';
import { hintFaults, layoutFaults, motionFaults, overlapFaults } from '../../browser/layout.ts';
import { textSpacingFaults } from '../../browser/preferences.ts';
import { useProduct } from '../../browser/product.ts';
import {
  arriveAs,
  makeWorld,
  pathOf,
  SAME_SCREEN,
  SCREENS,
  type Who,
  type World,
} from '../../browser/screens.ts';
import type { Visitor, VisitorOptions } from '../../browser/visitor.ts';

const ROUTES = new URL('../../../web/src/routeTree.gen.ts', import.meta.url);
const KINDS: readonly Who[] = ['visitor', 'member', 'participant'];
const PHONE: VisitorOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESK = { width: 1440, height: 900 };
const TABLET = { width: 768, height: 1024 };
// WCAG 1.4.4 and 1.4.10: a window of 1280 by 1024 at 200 %, and at 400 %.
const ZOOMED = [
  { zoom: '200 %', viewport: { width: 640, height: 512 } },
  { zoom: '400 %', viewport: { width: 320, height: 256 } },
];

const product = useProduct();
let world: World;

beforeAll(async () => {
  world = await makeWorld(product.lacre);
}, 120_000);

/** The screen as it is once what it loads is there. */
async function opens(visitor: Visitor, path: string): Promise<void> {
  await visitor.open(path);
  await visitor.page.getByRole('heading', { level: 1 }).first().waitFor();
  await visitor.page.getByRole('status', { name: /Carregando|Buscando/ }).waitFor({ state: 'detached' });
  await visitor.page.evaluate(() => document.fonts.ready);
}

it('leaves no route out', () => {
  const tree = readFileSync(ROUTES, 'utf8');
  const paths = /fullPaths:([^]*?)fileRoutesByTo/.exec(tree)?.[1] ?? '';
  const routes = [...paths.matchAll(/'([^']+)'/g)].map(([, path = '']) => path.replace(/(.)\/$/, '$1'));
  expect(routes.length).toBeGreaterThan(15);
  const known = new Set([...SCREENS.map(({ route }) => route), ...SAME_SCREEN]);
  expect(routes.filter((route) => !known.has(route))).toEqual([]);
});

/** Once the page has come to this size: what shows as a table on a desk is drawn anew as cards. */
async function fits({ page }: Visitor, path: string, at: string): Promise<void> {
  await expect.poll(() => layoutFaults(page), { message: `${path} at ${at}`, timeout: 20_000 }).toEqual([]);
}

/** With letters of twice their size and nothing else (WCAG 1.4.4): nothing is cut off, and nothing stands over another. */
async function readsLarge(visitor: Visitor, path: string, at: string): Promise<void> {
  const { page } = visitor;
  await setTextSize(page, 2);
  await fits(visitor, path, `${at}, text at 200 %`);
  await expect.poll(() => overlapFaults(page), { message: `${path} at ${at}, text at 200 %` }).toEqual([]);
  await setTextSize(page, 1);
}

/** Controls that it cannot be used without, at this size. */
async function standsAt(visitor: Visitor, path: string, at: string): Promise<void> {
  await visitor.inspects(`${path} at ${at}`);
  await fits(visitor, path, at);
  expect(await motionFaults(visitor.page), `${path} at ${at}`).toEqual([]);
}

it('has no fault of access, layout or motion on a phone, light and dark', async () => {
  for (const who of KINDS) {
    const visitor = await arriveAs(who, product.browser, world, PHONE);
    for (const screen of SCREENS.filter((one) => one.who === who)) {
      const path = pathOf(screen, world);
      await opens(visitor, path);
      await standsAt(visitor, path, '360 by 740');
      expect(await visitor.page.title(), path).toMatch(/Lacre/);
      expect(await hiddenFocusFaults(visitor.page), path).toEqual([]);
      expect(await hintFaults(visitor.page), path).toEqual([]);
      await expect
        .poll(() => textSpacingFaults(visitor.page), { message: path, timeout: 20_000 })
        .toEqual([]);
      await readsLarge(visitor, path, '360 by 740');
    }
    expect(await visitor.leaves(), who).toEqual([]);
  }
}, 240_000);

it('has the same parts on desk and tablet, and loses none when it is magnified', async () => {
  for (const who of KINDS) {
    const visitor = await arriveAs(who, product.browser, world, { viewport: DESK, deviceScaleFactor: 2 });
    const { page } = visitor;
    for (const screen of SCREENS.filter((one) => one.who === who)) {
      const path = pathOf(screen, world);
      await page.setViewportSize(DESK);
      await opens(visitor, path);
      await standsAt(visitor, path, '1440 by 900');
      expect.soft(await forcedColourFaults(page), `${path} in forced colours`).toEqual([]);
      expect.soft(await highContrastFaults(page), `${path} with more contrast`).toEqual([]);
      expect(await focusReturnFaults(page), path).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await readsLarge(visitor, path, '1280 by 900');
      await page.setViewportSize(TABLET);
      await standsAt(visitor, path, '768 by 1024');
      for (const { zoom, viewport } of ZOOMED) {
        await page.setViewportSize(viewport);
        await fits(visitor, path, zoom);
      }
    }
    expect(await visitor.leaves(), who).toEqual([]);
  }
}, 240_000);

/** What an address may say that no screen knows: of an older release, cut off by a mail, or typed. */
const UNKNOWN = [
  'filter=nenhum&kind=nenhuma&tab=nenhuma&with=nada&step=nenhum&version=0&page=dois&at=nunca&count=muitos',
  'period=nenhum&from=ontem&fromMonth=nunca&tagId=nenhuma&companyId=nenhuma&utm_source=boletim',
].join('&');

it('shows no fault where its address has parameters that it does not know', async () => {
  for (const who of KINDS) {
    const visitor = await arriveAs(who, product.browser, world, { accessibility: false });
    const { page } = visitor;
    for (const screen of SCREENS.filter((one) => one.who === who)) {
      const path = pathOf(screen, world);
      await opens(
        visitor,
        path.replace(/\?.*|$/, (known) => `?${UNKNOWN}${known.replace('?', '&')}`),
      );
      expect(visitor.complaints(), path).toEqual([]);
      expect(await page.getByRole('alert').filter({ hasText: /./ }).allInnerTexts(), path).toEqual([]);
    }
    expect(await visitor.leaves(), who).toEqual([]);
  }
}, 240_000);

it('is sent with a policy that allows its own scripts and styles alone', async () => {
  for (const screen of SCREENS) {
    const path = pathOf(screen, world);
    const answer = await fetch(new URL(path, world.origin), { headers: { accept: 'text/html' } });
    expect(answer.status, path).toBe(200);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const directives = new Map(
      policy.split('; ').map((directive) => {
        const [name = '', ...values] = directive.split(' ');
        return [name, values] as const;
      }),
    );
    expect(directives.get('default-src'), path).toEqual(["'none'"]);
    expect(directives.get('script-src'), path).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect(directives.get('style-src'), path).toEqual(["'self'"]);
    expect(directives.get('connect-src'), path).toEqual(["'self'"]);
    expect(directives.get('frame-ancestors'), path).toEqual(["'none'"]);
    expect(directives.get('base-uri'), path).toEqual(["'none'"]);
    expect(policy, path).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
    const html = await answer.text();
    expect(html, path).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
    expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
  }
});
