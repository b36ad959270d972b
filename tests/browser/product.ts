import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

import { Lacre } from '../support/lacre.ts';
import { launchChromium } from './chromium.ts';

/** The product and a browser, there from the first hook or test on that runs after the call. */
export interface Product {
  readonly lacre: Lacre;
  readonly browser: Browser;
}

/** Starts the product and a browser for the tests of the calling file, and ends both after them, also when one failed. */
export function useProduct(environment: Record<string, string> = {}): Product {
  let lacre: Lacre | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    const made = await Lacre.create(environment);
    lacre = made;
    await Promise.all([launchChromium().then((launched) => (browser = launched)), made.start()]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser?.close(), lacre?.dispose()]);
  });
  return {
    get lacre() {
      return running(lacre);
    },
    get browser() {
      return running(browser);
    },
  };
}

function running<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('the product is not started yet');
  return part;
}
