import type { CDPSession } from 'playwright-core';

import { until } from '../support/until.ts';
import type { Visitor } from './visitor.ts';

declare global {
  interface Window {
    /** What live regions have said so far, in order. */
    announced?: string[];
  }
}

/** Of the DevTools protocol: a node of the accessibility tree. */
interface Node {
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  properties?: { name: string; value: { value?: unknown } }[];
  backendDOMNodeId?: number;
}

/** A screen reader user: has the page by its accessibility tree alone, and acts from the keyboard on what it holds. */
export class ScreenReader {
  readonly visitor: Visitor;
  readonly #session: CDPSession;

  private constructor(visitor: Visitor, session: CDPSession) {
    this.visitor = visitor;
    this.#session = session;
  }

  /** Before the page is opened. */
  static async attach(visitor: Visitor): Promise<ScreenReader> {
    await visitor.page.addInitScript(listenToLiveRegions);
    const session = await visitor.page.context().newCDPSession(visitor.page);
    await session.send('Accessibility.enable');
    return new ScreenReader(visitor, session);
  }

  async #find(role: string, name: string | RegExp): Promise<number> {
    return until(`${role} ${String(name)} in the accessibility tree`, async () => {
      const { nodes } = (await this.#session.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
      const found = nodes.find((node) => {
        const called = node.name?.value ?? '';
        const isDisabled = node.properties?.some(
          (one) => one.name === 'disabled' && one.value.value === true,
        );
        return (
          !node.ignored &&
          isDisabled !== true &&
          node.role?.value === role &&
          (typeof name === 'string' ? called === name : name.test(called))
        );
      });
      return found?.backendDOMNodeId;
    });
  }

  /** What stands in the tree, by its role and name. */
  async finds(role: string, name: string | RegExp): Promise<void> {
    await this.#find(role, name);
  }

  async #goesTo(role: string, name: string | RegExp): Promise<void> {
    await this.#session.send('DOM.focus', { backendNodeId: await this.#find(role, name) });
  }

  async presses(role: 'button' | 'link' | 'checkbox', name: string | RegExp): Promise<void> {
    await this.#goesTo(role, name);
    await this.visitor.page.keyboard.press(role === 'checkbox' ? 'Space' : 'Enter');
  }

  async types(role: 'textbox' | 'combobox', name: string | RegExp, text: string): Promise<void> {
    await this.#goesTo(role, name);
    await this.visitor.page.keyboard.press('ControlOrMeta+a');
    await this.visitor.page.keyboard.type(text);
  }

  /** Waits until a live region has said it. */
  async hears(words: RegExp): Promise<void> {
    let said: string[] = [];
    await until(`hearing ${String(words)}`, async () => {
      said = await this.visitor.page.evaluate(() => window.announced ?? []);
      return said.some((text) => words.test(text)) ? true : undefined;
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}; heard: ${said.join(' | ')}`, { cause: error });
    });
  }
}

/** Keeps what regions say as their text changes; one that comes with its text is said only if it is an alert. */
function listenToLiveRegions(): void {
  const LIVE = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], output';
  const known = new WeakMap<Element, string>();
  const announced: string[] = [];
  window.announced = announced;
  const textOf = (region: Element) => (region.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const look = () => {
    for (const region of document.querySelectorAll(LIVE)) {
      const text = textOf(region);
      const before = known.get(region);
      known.set(region, text);
      const isNew = before === undefined && !region.matches('[role=alert], [aria-live=assertive]');
      if (text !== '' && text !== before && !isNew) announced.push(text);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}
