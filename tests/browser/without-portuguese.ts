import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const CATALOGUE = join(import.meta.dirname, '../../web/src/i18n/languages/en');
/** `'Portuguese': 'English',` of the catalogue, without what is the same in both. */
const ENTRY = /^ {2}(?:'((?:[^'\\]|\\.)+)'|([\p{L}\d]+)):\s*(?:counts\(\s*)?'((?:[^'\\]|\\.)*)'/gmu;
/** Words that Portuguese has and English has not. */
const PORTUGUESE =
  /(?<!\p{L})(?:você|não|seus?|suas?|assin\p{L}+|documentos?|páginas?|códigos?|pede|para|com|que|uma?|aviso|fechar|voltar|dias?)(?!\p{L})/iu;

const escaped = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);

/** What no screen in another language may say: each Portuguese text, with anything in the places of its values. */
const portugueseTexts: readonly RegExp[] = globSync('*.ts', { cwd: CATALOGUE })
  .filter((file) => file !== 'problems.ts')
  .flatMap((file) => Array.from(readFileSync(join(CATALOGUE, file), 'utf8').matchAll(ENTRY)))
  .map(([, quoted, bare, english = '']) => ({
    portuguese: (quoted ?? bare ?? '').replaceAll("\\'", "'"),
    english,
  }))
  .filter(({ portuguese, english }) => portuguese !== english && /\p{L}{3}/u.test(portuguese))
  .map(({ portuguese }) => new RegExp(`^${escaped(portuguese).replaceAll(/\{\d\}/g, '.+')}$`, 'u'));

/** Every text that is on the screen or said of it, but for what says that it is Portuguese. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isForeign = (element: Element | null | undefined) =>
      element?.closest('body [lang="pt-BR"]') != null;
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const parent = walker.currentNode.parentElement;
      if (!isForeign(parent) && parent?.closest('script, style, noscript, [data-page]') == null)
        texts.push(walker.currentNode.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        if (!isForeign(element)) texts.push(element.getAttribute(name) ?? '');
    return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '');
  });

/**
 * Expects no Portuguese text on the screen, but for what says that it is Portuguese.
 *
 * @param data what users of the product wrote, which may be in any language
 */
export async function isWithoutPortuguese(page: Page, data: readonly string[]): Promise<void> {
  expect(portugueseTexts.length).toBeGreaterThan(300);
  const texts = (await shownTexts(page)).map((text) =>
    // The choice of a language names each in itself.
    [...data, 'Português'].reduce(
      (rest, datum) => rest.replaceAll(datum, ''),
      text.replaceAll(/\S+@\S+/g, ''),
    ),
  );
  expect(
    texts.filter((text) => PORTUGUESE.test(text) || portugueseTexts.some((pattern) => pattern.test(text))),
  ).toEqual([]);
}
