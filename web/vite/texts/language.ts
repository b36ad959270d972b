import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { saidBy } from './areas.ts';
import { writeCatalogue, type Catalogue, type Entry } from './catalogue.ts';

/** Beside the areas' files in a language's folder: which language it is. */
const ABOUT = 'language.json';

interface Translated extends Entry {
  /** Empty until it is translated. */
  translation: string;
}

export interface Language {
  /** BCP 47, for dates, numbers, sorting and `lang`. */
  locale: string;
  /** By area, and in it by id. */
  areas: ReadonlyMap<string, ReadonlyMap<string, Translated>>;
}

/** @throws Error where the folder is of no language */
export function readLanguage(folder: string): Language {
  const { locale } = JSON.parse(readFileSync(join(folder, ABOUT), 'utf8')) as { locale: string };
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== ABOUT);
  const read = (file: string) =>
    Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Translated>);
  return {
    locale: Intl.getCanonicalLocales(locale)[0] ?? locale,
    areas: new Map(files.toSorted().map((file) => [file.slice(0, -'.json'.length), new Map(read(file))])),
  };
}

/**
 * Brings a language's files to the catalogue: what it has translated stays, what is new waits, what is no longer said goes.
 * @returns how many texts have no translation
 */
export function writeLanguage(folder: string, catalogue: Catalogue, locale?: string): number {
  const about = join(folder, ABOUT);
  const former = existsSync(about) ? readLanguage(folder) : undefined;
  const of = locale ?? former?.locale;
  if (of === undefined) throw new Error(`${folder} is of no language yet: name its locale, such as es-AR`);
  const known = new Map(Array.from(former?.areas.values() ?? []).flatMap((entries) => Array.from(entries)));
  let missing = 0;
  const areas = new Map(
    Array.from(catalogue, ([area, entries]) => {
      const translated = Array.from(entries, ([id, entry]) => {
        const translation = (former?.areas.get(area)?.get(id) ?? known.get(id))?.translation ?? '';
        if (translation === '') missing += 1;
        return [id, { ...entry, translation }] as const;
      });
      return [area, new Map(translated)] as const;
    }),
  );
  writeCatalogue(folder, areas);
  writeFileSync(about, `${JSON.stringify({ locale: of }, null, 2)}\n`);
  return missing;
}

/** What a build of the client in a language needs and does not have: `area/id: text`. */
export function missingIn({ areas }: Language, catalogue: Catalogue): string[] {
  return Array.from(catalogue).flatMap(([area, entries]) =>
    saidBy(area) === 'server'
      ? []
      : Array.from(entries)
          .filter(([id]) => (areas.get(area)?.get(id)?.translation ?? '') === '')
          .map(([id, { portuguese }]) => `${area}/${id}: ${portuguese}`),
  );
}
