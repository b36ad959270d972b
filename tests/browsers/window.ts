import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { until } from '../support/until.ts';
import type { ElementId, Engine } from './engine.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PATIENCE_MS = 20_000;

/** Elements that may have a role; which have, axe says. */
const CANDIDATES = {
  button: 'button, summary, [role=button]',
  link: 'a[href]',
  heading: 'h1, h2, h3',
  option: '[role=option]',
  field: 'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea',
} as const;
type Role = keyof typeof CANDIDATES;

/** In the page: the first element that is shown, enabled and not beneath a dialog, whose accessible name matches. */
const LOCATE = `
  const [selector, source, isPattern] = arguments;
  const matches = (name) => (isPattern ? new RegExp(source).test(name) : name === source);
  const dialogs = [...document.querySelectorAll('dialog:modal')];
  const within = dialogs.at(-1) ?? document;
  axe.setup(document);
  try {
    return [...within.querySelectorAll(selector)].find((element) => {
      if (!element.checkVisibility() || element.closest('[inert]') !== null || element.matches(':disabled')) return false;
      return matches(axe.commons.text.accessibleText(element).replaceAll(/\\s+/g, ' ').trim());
    });
  } finally {
    axe.teardown();
  }`;
/** Into the middle of the window, and whether a press there would come to it. */
const BRING = `
  const [selector, ...named] = arguments;
  const element = (function () { ${LOCATE} }).apply(undefined, [selector, ...named]);
  if (element === undefined) return undefined;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const isHit = hit !== null && (element.contains(hit) || (element.closest('label')?.contains(hit) ?? false));
  return isHit ? element : undefined;`;

/** What a user does in one window, found by role and name as assistive technology has them. */
export class Window {
  readonly engine: Engine;
  readonly #origin: string;

  constructor(engine: Engine, origin: string) {
    this.engine = engine;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.engine.open(new URL(path, this.#origin).href);
  }

  /** With axe there, and errors of the page kept, from now on. */
  async #prepare(): Promise<void> {
    const isThere = await this.engine.evaluate("return 'axe' in window");
    if (isThere === true) return;
    await this.engine.evaluate(AXE);
    await this.engine.evaluate(`
      window.keptFaults = [];
      addEventListener('error', ({ message }) => keptFaults.push(message));
      addEventListener('unhandledrejection', ({ reason }) => keptFaults.push(String(reason)));
      addEventListener('securitypolicyviolation', ({ blockedURI }) => keptFaults.push('policy: ' + blockedURI));`);
  }

  /** Errors of the page since it was looked at first. */
  async faults(): Promise<unknown> {
    await this.#prepare();
    return this.engine.evaluate('return window.keptFaults');
  }

  async #find(role: Role, name: string | RegExp, script: string): Promise<ElementId> {
    const named = typeof name === 'string' ? [name, false] : [name.source, true];
    return until(
      `${role} ${String(name)} in ${this.engine.name}`,
      async () => {
        await this.#prepare();
        return this.engine.find(script, CANDIDATES[role], ...named);
      },
      PATIENCE_MS,
    );
  }

  async sees(role: Role, name: string | RegExp): Promise<void> {
    await this.#find(role, name, LOCATE);
  }

  async press(role: Role, name: string | RegExp): Promise<void> {
    await this.engine.click(await this.#find(role, name, BRING));
  }

  async fill(label: string | RegExp, text: string): Promise<void> {
    await this.press('field', label);
    await this.engine.type(text);
  }

  async choosesFile(path: string): Promise<void> {
    const field = await until('a file field', async () =>
      this.engine.find("return document.querySelector('input[type=file]') ?? undefined"),
    );
    await this.engine.chooseFile(field, path);
  }

  async reads(text: RegExp): Promise<void> {
    await until(
      `${String(text)} in ${this.engine.name}`,
      async () =>
        text.test(String(await this.engine.evaluate('return document.body.innerText'))) ? true : undefined,
      PATIENCE_MS,
    );
  }

  /** Where pictures are asked for (`BROWSER_PICTURES`), one of what is shown. */
  async picture(name: string): Promise<void> {
    const folder = process.env['BROWSER_PICTURES'];
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${this.engine.name} ${name}.png`), await this.engine.picture());
  }
}
