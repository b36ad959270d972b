import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { inLanguage } from './in-language.ts';
import { catalogueOf } from './texts/catalogue.ts';
import { readLanguage, writeLanguage } from './texts/language.ts';
import { withLocale } from './texts/locale.ts';

// Every source of the client is read.
vi.setConfig({ testTimeout: 60_000 });

const catalogue = catalogueOf();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'language-'));
  writeLanguage(folder, catalogue, 'es-AR');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const started = () => inLanguage(folder);

/** Each text is its own translation, but for those that stand in `others`. */
function fill(others: Record<string, string>): void {
  for (const [area, entries] of readLanguage(folder).areas) {
    const filled = Array.from(entries, ([id, entry]) => [
      id,
      { ...entry, translation: others[entry.portuguese] ?? entry.portuguese },
    ]);
    writeFileSync(join(folder, `${area}.json`), JSON.stringify(Object.fromEntries(filled)));
  }
}

it('stops the build at a text without translation, by its area, its id and its Portuguese', () => {
  fill({ 'Nenhuma empresa ainda': '' });
  expect(started).toThrow(
    /has no translation of\ncompanies\/nenhuma-empresa-ainda-[0-9a-f]{4}: Nenhuma empresa ainda$/,
  );
  fill({});
  expect(started).not.toThrow();
});

it('stops the build at a translation that lacks a value, by the file that says it', () => {
  fill({ 'Ações de {companyName}': 'Acciones' });
  expect(started).toThrow(
    /^web\/src\/features\/companies\/companies-page\.tsx: "Acciones" lacks companyName$/,
  );
});

it('asks for no text that the server says', () => {
  fill({});
  expect(readLanguage(folder).areas.get('problems')?.size).toBeGreaterThan(100);
  writeFileSync(join(folder, 'problems.json'), '{}');
  expect(started).not.toThrow();
});

it('gives dates, numbers and lists the locale of the language, where Portuguese is shown', () => {
  const source = readFileSync(new URL('../src/lib/format/relative.ts', import.meta.url), 'utf8');
  const written = withLocale('relative.ts', source, 'es-AR');
  expect(written).toContain('new Intl.RelativeTimeFormat("es-AR", { numeric: \'auto\' })');
  expect(written).not.toContain('pt-BR');
  expect(withLocale('format.ts', 'new Intl.NumberFormat(language, more)', 'es-AR')).toBe(
    'new Intl.NumberFormat(language === \'pt-BR\' ? "es-AR" : language, more)',
  );
});

it('has the calendar in the locale, else in its language, and stops where it is in neither', () => {
  const source = "import { ptBR } from 'react-day-picker/locale/pt-BR';";
  expect(withLocale('calendar.tsx', source, 'en-GB')).toBe(
    "import { enGB as ptBR } from 'react-day-picker/locale/en-GB';",
  );
  expect(withLocale('calendar.tsx', source, 'es-AR')).toBe(
    "import { es as ptBR } from 'react-day-picker/locale/es';",
  );
  expect(() => withLocale('calendar.tsx', source, 'tlh')).toThrow('no words in tlh');
});
