// What every scene of the gallery needs: a user at a window, what takes their pictures, and what all of them show.
import type { Browser, Page } from 'playwright-core';

import type { Api } from '../../support/api.ts';
import type { Lacre } from '../../support/lacre.ts';
import { launchChromium } from '../chromium.ts';
import { Visitor } from '../visitor.ts';

export { DEMO_SIGN_IN as DEMO } from '@lacre/local/demo';
export const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
/** How long a page may go on asking before its picture is taken. */
const IDLE_WITHIN_MS = 3000;
export const THEMES = ['light', 'dark'] as const;
export const DOCUMENTS = [
  'Contrato de honorários.pdf',
  'Anexo de despesas reembolsáveis e prazos de pagamento.pdf',
];

export interface Studio {
  browser: Browser;
  lacre: Lacre;
  api: Api;
  /** The states that are of interest; all of them when left out. Asked before their picture is at rest. */
  concerns?: (page: Page) => Promise<boolean>;
  /** What is done with each of those states: a picture is taken, or it is inspected. */
  take: (page: Page, file: string, whole: boolean) => Promise<void>;
}

/** Of the picture of that name, in that size and theme. */
export const fileOf = (name: string, width: number, theme: string): string =>
  `${name} ${width} ${theme}.png`.replaceAll(/[^\w.-]+/g, '-');

export interface Setting {
  studio: Studio;
  size: (typeof SIZES)[number];
  theme: (typeof THEMES)[number];
  pictures: string[];
}

export type Scene = (setting: Setting) => Promise<void>;
/** `loaded`: waits until nothing on the page is being loaded. */
export type Shoot = (name: string, whole?: boolean, loaded?: boolean) => Promise<void>;

/** A user at a window of the setting's size and theme, and what takes their pictures. */
export async function model({
  studio,
  size,
  theme,
  pictures,
}: Setting): Promise<{ visitor: Visitor; shoot: Shoot }> {
  const phone = size.width < 700;
  const visitor = await Visitor.arrive(studio.browser, studio.lacre.origin, {
    accessibility: false,
    viewport: size,
    colorScheme: theme,
    hasTouch: phone,
    isMobile: phone,
  });
  const shoot: Shoot = async (name, whole = true, loaded = true) => {
    const { page } = visitor;
    await page.getByRole('status', { name: /Carregando/ }).waitFor({ state: 'detached' });
    // What is on its way has a shape that shimmers.
    if (loaded) await page.locator('.animate-shimmer').first().waitFor({ state: 'detached' });
    if ((await studio.concerns?.(page)) === false) return;
    await page.evaluate(() => document.fonts.ready);
    // What lists and panels above others bring with them. Some pages ask on and on: what is there then is taken.
    if (loaded)
      await page.waitForLoadState('networkidle', { timeout: IDLE_WITHIN_MS }).catch(() => undefined);
    // What sticks to the window would be caught in mid-page.
    if (whole) await page.evaluate(() => window.scrollTo(0, 0));
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    );
    await studio.take(page, fileOf(name, size.width, theme), whole);
    if (!pictures.includes(name)) pictures.push(name);
  };
  return { visitor, shoot };
}

/** Takes the picture of a dialog that has come, and closes it without doing what it asks. */
export async function shootDialog({ page }: Visitor, shoot: Shoot, name: string): Promise<void> {
  const dialog = page.locator('dialog[open]');
  await dialog.first().waitFor();
  await shoot(name, false);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** Searched for: the scenes before have made many more than a page of them. */
export async function processNamed(api: Api, summary: string): Promise<string> {
  const { items } = await api.call('listProcesses', { query: { search: summary } });
  const found = items.find((one) => one.summary === summary);
  if (found === undefined) throw new Error(`no process is called ${summary}`);
  return found.processId;
}

/** A picture of one colour with a paler corner, as a `data:` address. */
export async function paintedPicture(width: number, height: number, color: string): Promise<string> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    return await page.evaluate(
      ([w = 0, h = 0, fill = '']) => {
        const canvas = document.createElement('canvas');
        canvas.width = Number(w);
        canvas.height = Number(h);
        const context = canvas.getContext('2d')!;
        context.fillStyle = String(fill);
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.fillStyle = 'rgb(255 255 255 / 0.25)';
        context.beginPath();
        context.arc(canvas.width * 0.8, canvas.height * 0.25, canvas.height * 0.4, 0, 7);
        context.fill();
        return canvas.toDataURL('image/png');
      },
      [width, height, color],
    );
  } finally {
    await browser.close();
  }
}
