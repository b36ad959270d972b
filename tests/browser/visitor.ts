import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';

import { accessibilityFaults } from './accessibility.ts';

/** How long a screen may take to show what it is waited for, milliseconds. */
const PATIENCE_MS = 20_000;

export interface VisitorOptions extends BrowserContextOptions {
  /** Runs axe on every screen shown to `sees`. */
  accessibility?: boolean;
}

/** The answer to an unconfirmed device, which says that a code was sent: no fault. */
const ASKS_FOR_CODE = '403 POST /api/signature/session';

/** Screens that axe has seen in the running file, by name: what is shown twice is the same. */
const inspected = new Set<string>();
let inspectedIn: string | undefined;

/** A file as the browser is handed it. */
export interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/**
 * One person at a browser of their own, watched: whatever they do, the page may log no error, break no content
 * security policy, ask nothing of another origin, and be refused nothing that the test does not name.
 */
export class Visitor {
  readonly page: Page;
  readonly origin: string;
  readonly #context: BrowserContext;
  readonly #accessibility: boolean;
  readonly #faults: string[] = [];
  /** Requests answered with 4xx or 5xx, as "status METHOD path", in order. */
  readonly #refusals: string[] = [];

  private constructor(context: BrowserContext, page: Page, origin: string, accessibility: boolean) {
    this.#context = context;
    this.page = page;
    this.origin = origin;
    this.#accessibility = accessibility;
  }

  static async arrive(
    browser: Browser,
    origin: string,
    { accessibility = true, ...options }: VisitorOptions = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      // What it answers cannot be held up or changed by a test.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const visitor = new Visitor(context, page, origin, accessibility);
    visitor.#watch();
    return visitor;
  }

  #watch(): void {
    this.#context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      // The context above blocks it, and the page goes on without.
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      // The same refusals are kept below with method and path.
      if (message.text().startsWith('Failed to load resource: the server responded with a status of')) return;
      this.#faults.push(`console: ${message.text()}`);
    });
    this.#context.on('weberror', (error) => this.#faults.push(`uncaught: ${error.error().message}`));
    this.#context.on('request', (request) => {
      const url = request.url();
      const own = url.startsWith(`${this.origin}/`) || url.startsWith(`blob:${this.origin}/`);
      if (!own && !url.startsWith('data:')) this.#faults.push(`another origin: ${url}`);
    });
    this.#context.on('response', (response) => {
      if (response.status() < 400) return;
      const { pathname } = new URL(response.url());
      const refusal = `${response.status()} ${response.request().method()} ${pathname}`;
      if (refusal !== ASKS_FOR_CODE) this.#refusals.push(refusal);
    });
  }

  /** Closes the tab, with what only it held, and goes on in another of the same browser, watched as the first. */
  async opensAnotherTab(): Promise<Visitor> {
    await this.page.close();
    return new Visitor(this.#context, await this.#context.newPage(), this.origin, this.#accessibility);
  }

  /** Is signed in from now on, as after its form: this browser holds the session. */
  async hasSignedIn({ email, password }: { email: string; password: string }): Promise<void> {
    const answer = await this.#context.request.post(new URL('/api/session', this.origin).href, {
      data: { email, password },
    });
    if (!answer.ok()) throw new Error(`sign-in: ${answer.status()}`);
    // The page's own note that there is a session to be asked for, left from a document that is no page.
    await this.open('/theme.js');
    await this.page.evaluate(() => localStorage.setItem('signedIn', 'true'));
  }

  async open(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.origin).href);
  }

  /** A screen that is there: its heading, and (once per name) that axe has nothing against it, light and dark. */
  async sees(name: string, heading: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { name: heading }).first().waitFor();
    await this.inspects(name);
  }

  /** Runs axe on what is shown, once per name. */
  async inspects(name: string): Promise<void> {
    // The gallery's visitors are of no test.
    if (!this.#accessibility) return;
    const { testPath } = expect.getState();
    if (testPath !== inspectedIn) inspected.clear();
    inspectedIn = testPath;
    if (inspected.has(name)) return;
    inspected.add(name);
    expect(await accessibilityFaults(this.page), `accessibility of ${name}`).toEqual([]);
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  }

  /** Presses the button and picks the files in the system's dialog that it opens. */
  async choosesFiles(button: RegExp, files: Upload[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser', { timeout: 2 * PATIENCE_MS });
    // The press fails first: its error names the button.
    chooser.catch(() => undefined);
    await this.press(button);
    // Every byte goes by way of the browser's driver.
    await (await chooser).setFiles(files, { timeout: 3 * PATIENCE_MS });
  }

  /** A field that takes input: what the server draws before the client is there takes none. */
  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).and(this.page.locator(':not([inert] *)')).fill(text);
  }

  /** Waits until the text is on the screen. */
  async reads(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** What went wrong since this was last asked, as `leaves` has it; the visitor stays. */
  complaints(): string[] {
    return [...this.#faults.splice(0), ...this.#refusals.splice(0)];
  }

  /** Leaves, and says what went wrong on the way: faults of the page, then the requests it was refused. */
  async leaves(): Promise<string[]> {
    await this.#context.close();
    return [...this.#faults, ...this.#refusals];
  }
}
