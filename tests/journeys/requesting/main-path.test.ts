import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { launchChromium } from '../../browser/chromium.ts';
import { mainJourney } from '../../browser/main-journey.ts';
import { Lacre } from '../../support/lacre.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
}, 60_000);
afterAll(() => browser.close());

it('takes two PDFs from a new account to sealed, downloaded and proven', async () => {
  const lacre = await Lacre.create();
  try {
    await lacre.start();
    await mainJourney(browser, lacre);
  } finally {
    await lacre.dispose();
  }
  expect(lacre.output).not.toContain('não pôde');
}, 240_000);
