import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { Page } from 'playwright-core';

const WEB = fileURLToPath(new URL('../../web', import.meta.url));
const CATALOGUE = join(WEB, 'src/i18n/catalogue');

type Entries = Record<string, { portuguese: string; where: string[] }>;

/** The catalogue of the interface's texts, by area. */
export const catalogue: ReadonlyMap<string, Entries> = new Map(
  globSync('*.json', { cwd: CATALOGUE }).map((file) => [
    file.slice(0, -'.json'.length),
    JSON.parse(readFileSync(join(CATALOGUE, file), 'utf8')) as Entries,
  ]),
);

const ACCENTED = new Map(
  Array.from('aeioucnAEIOUCN', (letter, index) => [letter, 'åëïôüçñÅËÏÔÜÇÑ'[index] ?? letter]),
);
/** What is the same in any language: where values go and elements stand. */
const KEPT = /(\{\w+\}|<\/?[\w.:]+\/?>)/;

/** A text as no language has it: in brackets, with other letters, and a third longer. */
export function pseudo(text: string): string {
  const pieces = text.split(KEPT);
  const said = pieces.map((piece, index) =>
    index % 2 === 1 ? piece : Array.from(piece, (letter) => ACCENTED.get(letter) ?? letter).join(''),
  );
  const letters =
    pieces
      .filter((_, index) => index % 2 === 0)
      .join('')
      .match(/\p{L}/gu)?.length ?? 0;
  // In words, so that a line may break between them as it may in the text.
  const more = 'ẅẅẅẅẅ '
    .repeat(letters)
    .slice(0, Math.max(1, Math.round(letters / 3)))
    .trim();
  return `⟦${said.join('')}${letters > 12 ? ' ' : ''}${more}⟧`;
}

/** Builds the client in the pseudo-language: every text of the catalogue, and no other, is in brackets. */
export async function buildInPseudoLanguage(folder: string): Promise<string> {
  const language = join(folder, 'language');
  mkdirSync(language);
  for (const [area, entries] of catalogue) {
    const translated = Object.entries(entries).map(([id, entry]) => {
      const translation = entry.portuguese.split(' | ').map(pseudo).join(' | ');
      return [id, { ...entry, translation }];
    });
    writeFileSync(join(language, `${area}.json`), JSON.stringify(Object.fromEntries(translated)));
  }
  // Dates and numbers stay as the tests know them.
  writeFileSync(join(language, 'language.json'), JSON.stringify({ locale: 'pt-BR' }));
  const built = join(folder, 'dist');
  await promisify(execFile)('npx', ['vite', 'build', '--outDir', built, '--emptyOutDir'], {
    cwd: WEB,
    env: { ...process.env, INTERFACE_LANGUAGE: language },
    maxBuffer: 64 * 1024 * 1024,
  });
  return built;
}

/** Every text that is on the screen or said of it, without what stands in the brackets of the pseudo-language. */
export const textsOutsideBrackets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Messages stand in one another, and one that has elements in it goes on in them.
    const outside = (text: string, depthBefore = 0): { rest: string; depth: number } => {
      let depth = depthBefore;
      let rest = '';
      for (const letter of text) {
        if (letter === '⟦') depth += 1;
        else if (letter === '⟧') depth -= 1;
        else if (depth === 0) rest += letter;
        else if (rest !== '' && !rest.endsWith('\u0000')) rest += '\u0000';
      }
      return { rest, depth };
    };
    const isLeftOut = (element: Element | null) =>
      element?.closest('script, style, noscript, [data-page]') != null ||
      element?.checkVisibility() === false;
    const texts = [outside(document.title).rest];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let depth = 0;
    while (walker.nextNode() !== null) {
      if (isLeftOut(walker.currentNode.parentElement)) continue;
      const read = outside(walker.currentNode.textContent ?? '', depth);
      depth = read.depth;
      texts.push(read.rest);
    }
    const names = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
    for (const element of document.querySelectorAll(names.map((name) => `[${name}]`).join()))
      // A field that has a button in its place is said by that alone.
      if (!isLeftOut(element) && element.getAttribute('aria-hidden') !== 'true')
        for (const name of names) texts.push(outside(element.getAttribute(name) ?? '').rest);
    const pieces = texts.flatMap((text) => text.split('\u0000'));
    return [...new Set(pieces.map((text) => text.replaceAll(/\s+/g, ' ').trim()))];
  });
