import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

import { Lacre } from '../support/lacre.ts';
import { sharedLacre, type RunningProduct } from '../support/shared-lacre.ts';
import { launchChromium } from './chromium.ts';

/** A product and a browser, there from the first hook or test on that runs after the call. */
interface Product<Running extends RunningProduct> {
  readonly lacre: Running;
  readonly browser: Browser;
}

/** The browser that the files of this worker share, each with contexts of its own. */
let worker: Promise<Browser> | undefined;

async function workersBrowser(): Promise<Browser> {
  const launched = await worker?.catch(() => undefined);
  if (launched?.isConnected() === true) return launched;
  worker = launchChromium();
  return worker;
}

/** A browser for the tests of the calling file; what they opened in it is closed after them, also when one failed. */
function useBrowser(): { readonly browser: Browser } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await workersBrowser();
  }, 120_000);
  afterAll(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
  });
  return {
    get browser() {
      return running(browser);
    },
  };
}

/** The product that files share and a browser, for tests that keep to tenants of their own: see `sharedLacre`. */
export function useProduct(): Product<RunningProduct> {
  return withBrowser(sharedLacre, () => Promise.resolve());
}

/** A product of the calling file's own and a browser; the product ends after its tests, also when one failed. */
export function useOwnProduct(
  environment: Record<string, string> = {},
  flags: readonly string[] = [],
): Product<Lacre> {
  let made: Lacre | undefined;
  const start = async () => {
    made = await Lacre.create(environment, flags);
    await made.start();
    return made;
  };
  return withBrowser(start, async () => made?.dispose());
}

function withBrowser<Running extends RunningProduct>(
  start: () => Promise<Running>,
  end: () => Promise<void>,
): Product<Running> {
  const opened = useBrowser();
  let lacre: Running | undefined;
  beforeAll(async () => {
    lacre = await start();
  }, 120_000);
  afterAll(end);
  return {
    get lacre() {
      return running(lacre);
    },
    get browser() {
      return opened.browser;
    },
  };
}

function running<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('the product is not started yet');
  return part;
}
