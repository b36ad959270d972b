import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT, textSources } from './areas.ts';
import { messagesOf } from './messages.ts';

/** Where the catalogue stands, a file for each area. */
export const CATALOGUE = join(ROOT, 'web/src/i18n/catalogue');

export interface Entry {
  portuguese: string;
  /** The files that say it, each with what the text is there: a tag, an attribute, a property, a call. */
  where: string[];
}

/** By area, and in it by id: every text of the interface. */
export type Catalogue = ReadonlyMap<string, ReadonlyMap<string, Entry>>;

/** The first words of a text, and four digits of its hash: a text that changes is another, whose translations are another's. */
export function idOf(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 4);
  return [...words.slice(0, 6), hash].join('-');
}

/** The catalogue that the code says; the same for the same code. @throws Error where two texts have one id */
export function catalogueOf(): Catalogue {
  const areas = new Map<string, Map<string, Entry>>();
  for (const { path, area } of textSources())
    for (const { text, of } of messagesOf(path, readFileSync(join(ROOT, path), 'utf8'))) {
      const entries = areas.get(area) ?? new Map<string, Entry>();
      areas.set(area, entries);
      const id = idOf(text);
      const entry = entries.get(id) ?? { portuguese: text, where: [] };
      if (entry.portuguese !== text)
        throw new Error(`${area}: "${text}" has the id of "${entry.portuguese}"`);
      const place = `${path.replace(/^web\/src\//, '')} (${of})`;
      if (!entry.where.includes(place)) entry.where.push(place);
      entries.set(id, entry);
    }
  return areas;
}

/** A file of an area, in the order of the ids. */
export function fileOf(entries: ReadonlyMap<string, object>): string {
  const sorted = [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

/** Writes a file for each area into a folder, and takes away those of areas that are no more. */
export function writeCatalogue(
  folder: string,
  areas: ReadonlyMap<string, ReadonlyMap<string, object>>,
): void {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder))
    if (file.endsWith('.json') && file !== 'language.json' && !areas.has(file.slice(0, -'.json'.length)))
      rmSync(join(folder, file));
  for (const [area, entries] of areas) writeFileSync(join(folder, `${area}.json`), fileOf(entries));
}
