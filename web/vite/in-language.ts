import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';

import type { Plugin } from 'vite';

import { ROOT, saidBy, textSources } from './texts/areas.ts';
import { catalogueOf, idOf } from './texts/catalogue.ts';
import { missingIn, readLanguage } from './texts/language.ts';
import { withLocale } from './texts/locale.ts';
import { inOtherWords, messagesOf } from './texts/messages.ts';

/**
 * Makes the client speak another language than Portuguese: each message is replaced by its translation before anything else
 * reads the source, so that no build carries a text that it does not show. Texts of a language's folder are those of
 * `npm run texts`. @throws Error at the build's start, naming each message that has no translation
 */
export function inLanguage(folder: string): Plugin {
  const language = readLanguage(folder);
  const areaOf = new Map(
    textSources()
      .filter(({ area }) => saidBy(area) !== 'server')
      .map(({ path, area }) => [path, area]),
  );
  const inWords = (path: string): string => {
    const source = readFileSync(join(ROOT, path), 'utf8');
    const area = areaOf.get(path) ?? '';
    return inOtherWords(source, messagesOf(path, source), ({ text }) => {
      const translation = language.areas.get(area)?.get(idOf(text))?.translation ?? '';
      if (translation === '') throw new Error(`${path}: "${text}" has no translation in ${area}`);
      return translation;
    });
  };
  const inPage = (path: string): string =>
    inWords(path).replace(/(lang(?:="|": "))pt-BR"/, `$1${language.locale}"`);
  let outDir = '';
  return {
    name: 'lacre:in-language',
    enforce: 'pre',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    buildStart() {
      const missing = missingIn(language, catalogueOf());
      if (missing.length > 0) throw new Error(`${folder} has no translation of\n${missing.join('\n')}`);
    },
    load(id) {
      const path = relative(ROOT, id.split('?')[0] ?? '');
      if (!areaOf.has(path) || !/\.tsx?$/.test(path)) return undefined;
      return withLocale(path, inWords(path), language.locale);
    },
    transformIndexHtml: { order: 'pre', handler: () => inPage('web/index.html') },
    async writeBundle() {
      const copied = [...areaOf.keys()].filter((path) => path.startsWith('web/public/'));
      await Promise.all(copied.map((path) => writeFile(join(outDir, basename(path)), inPage(path))));
    },
  };
}
