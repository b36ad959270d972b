import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';

import type { Plugin } from 'vite';

import { ROOT, saidBy, textSources } from './texts/areas.ts';
import { catalogueOf, idOf } from './texts/catalogue.ts';
import { missingIn, readLanguage, type Language } from './texts/language.ts';
import { withLocale } from './texts/locale.ts';
import type { Message } from './texts/message.ts';
import { inOtherWords, messagesOf } from './texts/messages.ts';

/**
 * Makes the client speak another language than Portuguese: each message is replaced by its translation before anything else
 * reads the source, so that no build carries a text that it does not show.
 * @param folder of the language, as `npm run texts` writes it
 * @throws Error naming each message that has no translation, or one that lacks a value
 */
export function inLanguage(folder: string): Plugin {
  const language = readLanguage(folder);
  const missing = missingIn(language, catalogueOf());
  if (missing.length > 0) throw new Error(`${folder} has no translation of\n${missing.join('\n')}`);
  const written = writtenIn(language);
  let outDir = '';
  return {
    name: 'lacre:in-language',
    enforce: 'pre',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    load: (id) => written.get(relative(ROOT, id.split('?')[0] ?? '')),
    transformIndexHtml: { order: 'pre', handler: () => written.get('web/index.html') },
    async writeBundle() {
      const copied = [...written].filter(([path]) => path.startsWith('web/public/'));
      await Promise.all(copied.map(([path, text]) => writeFile(join(outDir, basename(path)), text)));
    },
  };
}

/** The client's sources by their paths, in a language. */
function writtenIn({ areas, locale }: Language): ReadonlyMap<string, string> {
  const faults: string[] = [];
  const written = new Map<string, string>();
  for (const { path, area } of textSources().filter((one) => saidBy(one.area) !== 'server')) {
    const source = readFileSync(join(ROOT, path), 'utf8');
    const translated = ({ text }: Message) => areas.get(area)?.get(idOf(text))?.translation ?? '';
    try {
      const text = inOtherWords(source, messagesOf(path, source), translated);
      const isCode = /\.tsx?$/.test(path);
      written.set(
        path,
        isCode ? withLocale(path, text, locale) : text.replace(/(lang(?:="|": "))pt-BR"/, `$1${locale}"`),
      );
    } catch (error) {
      faults.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return written;
}
