import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { CATALOGUE, catalogueOf, fileOf, idOf, writeCatalogue, type Catalogue } from './catalogue.ts';
import { missingIn, readLanguage, writeLanguage } from './language.ts';

const WRITES_IT = 'is not what the code says: run `npm run texts -w web`';
const catalogue = catalogueOf();

it('web/src/i18n/catalogue is what `npm run texts -w web` writes', () => {
  expect(readdirSync(CATALOGUE).toSorted(), WRITES_IT).toEqual(
    Array.from(catalogue.keys(), (area) => `${area}.json`).toSorted(),
  );
  for (const [area, entries] of catalogue)
    expect(readFileSync(join(CATALOGUE, `${area}.json`), 'utf8'), `${area}.json ${WRITES_IT}`).toBe(
      fileOf(entries),
    );
});

it('an id is the first words of its text, and another for another text', () => {
  expect(idOf('Já tem acesso')).toMatch(/^ja-tem-acesso-[0-9a-f]{4}$/);
  expect(idOf('Já tem acesso.')).not.toBe(idOf('Já tem acesso'));
});

describe('a language', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'language-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const area = (texts: Record<string, string>): Catalogue => {
    const entries = Object.entries(texts).map(
      ([id, portuguese]) => [id, { portuguese, where: new Array<string>() }] as const,
    );
    return new Map([['companies', new Map(entries)]]);
  };

  it('begins with every text waiting, and keeps what is translated when the texts change', () => {
    expect(() => writeLanguage(folder, catalogue)).toThrow('name its locale');
    expect(writeLanguage(folder, area({ a: 'Ativa', b: 'Inativa' }), 'es-ar')).toBe(2);
    const { areas, locale } = readLanguage(folder);
    expect(locale).toBe('es-AR');
    expect(missingIn({ areas, locale }, area({ a: 'Ativa' }))).toEqual(['companies/a: Ativa']);
    Object.assign(areas.get('companies')?.get('a') ?? {}, { translation: 'Activa' });
    writeCatalogue(folder, areas);
    expect(writeLanguage(folder, area({ a: 'Ativa', c: 'Nova' }))).toBe(1);
    const entries = readLanguage(folder).areas.get('companies');
    expect(Array.from(entries ?? [], ([id, { translation }]) => [id, translation])).toEqual([
      ['a', 'Activa'],
      ['c', ''],
    ]);
  });
});
