import { readFileSync } from 'node:fs';

import { MAX_FACE_SIMILARITY, MAX_UPLOAD_BYTES, MIN_FACE_SIMILARITY, tenantSettings } from '@lacre/contracts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { openAccount } from '../../support/scenario.ts';

// The constants of the source specification (9), each read from where the product uses it. The biometric hints, their
// cap and their bar are held by `browser-face.test.ts`; the margin of a token, by `web/src/lib/session/session.test.ts`.

const product = useProduct();

const styleOf = (page: Page, name: string): Promise<string> =>
  page.evaluate((property) => getComputedStyle(document.documentElement).getPropertyValue(property), name);

it('shows the menu, its button, pictures and the confirmation in the sizes of the specification', async () => {
  const account = await openAccount(product.lacre.origin);
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, { accessibility: false });
  const { page } = visitor;
  await new Requester(visitor).signsIn(account);
  expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
  const menu = page.locator('aside').first();
  const widthOf = async () => (await menu.boundingBox())?.width;
  await expect.poll(widthOf).toBe(224);
  const button = page.getByRole('button', { name: 'Recolher menu' });
  expect((await button.boundingBox())?.height).toBe(54);
  await button.click();
  await expect.poll(widthOf).toBe(64);
  expect((await page.getByRole('button', { name: 'Expandir menu' }).boundingBox())?.height).toBe(54);
  const picture = menu.locator('a[href="/profile"] span.rounded-full').first();
  const { width, height } = (await picture.boundingBox()) ?? {};
  expect([width, height]).toEqual([48, 48]);
  await visitor.open('/companies');
  await page
    .getByRole('button', { name: /^Ações de/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Inativar' }).click();
  const panel = page.getByRole('alertdialog').locator('> div').first();
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(416);
}, 60_000);

it('is wide on extra-large screens alone: neither below 576 px, nor on others that are no 1,200', async () => {
  const account = await openAccount(product.lacre.origin);
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, { accessibility: false });
  const { page } = visitor;
  await new Requester(visitor).signsIn(account);
  const menu = page.locator('aside').first();
  const widths: Record<number, number | undefined> = { 1600: 224, 1200: 224, 1199: 64, 992: 64, 768: 64 };
  for (const [width, expected] of Object.entries(widths)) {
    await page.setViewportSize({ width: Number(width), height: 900 });
    await expect
      .poll(async () => (await menu.boundingBox())?.width, { message: `at ${width}` })
      .toBe(expected);
    await expect
      .poll(() => page.getByRole('button', { name: /(Recolher|Expandir) menu/ }).isVisible())
      .toBe(expected === 224);
  }
  for (const width of [767, 575]) {
    await page.setViewportSize({ width, height: 900 });
    await menu.waitFor({ state: 'detached' });
  }
}, 60_000);

it.each([
  ['light', '#5e35e6'],
  ['dark', '#865ef2'],
] as const)('has the primary colour of the %s theme', async (colorScheme, color) => {
  const { page } = await Visitor.arrive(product.browser, product.lacre.origin, {
    accessibility: false,
    colorScheme,
  });
  await page.goto(product.lacre.origin);
  expect(await styleOf(page, '--primary')).toBe(color);
});

it.each([
  ['sm', 576],
  ['md', 768],
  ['lg', 992],
  ['xl', 1200],
  ['xxl', 1600],
])('has the breakpoint %s at %i px for letters of the usual 16 px', (name, pixels) => {
  const theme = readFileSync(new URL('../../../web/src/styles.css', import.meta.url), 'utf8');
  const [, rem] = new RegExp(`--breakpoint-${name}: ([\\d.]+)rem;`).exec(theme) ?? [];
  expect(Number(rem) * 16).toBe(pixels);
});

it('holds files and faces to the limits of the specification', () => {
  expect(MAX_UPLOAD_BYTES).toBe(32 * 1024 * 1024);
  expect(MIN_FACE_SIMILARITY).toBe(50);
  expect(tenantSettings.safeParse({ faceSimilarity: 49 }).success).toBe(false);
  expect(tenantSettings.safeParse({ faceSimilarity: 50 }).success).toBe(true);
  expect(MAX_FACE_SIMILARITY).toBeGreaterThan(MIN_FACE_SIMILARITY);
});

it('takes a picture of 2 MB and none that is larger', async () => {
  const { api } = await openAccount(product.lacre.origin);
  const png = (bytes: number) =>
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(bytes - 8)]).toString('base64');
  const codeOf = (bytes: number) =>
    api.refused('editTenantSettings', { body: { uploads: [{ name: 'logo', base64: png(bytes) }] } });
  const limit = 2 * 1024 * 1024;
  expect(await codeOf(limit + 1)).toBe('FILE_SIZE_HIGGER_2MB');
  // Of the right size, it is refused for what it is: no picture.
  expect(await codeOf(limit)).toBe('UPLOAD_NOT_ALLOWED_FILES');
});
