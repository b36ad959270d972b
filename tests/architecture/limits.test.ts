import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the web offers to choose from in days is no limit. */
const CHOICES = new Set([
  'web/src/components/list/period-filter.tsx',
  'web/src/features/tokens/token-dialog.tsx',
]);

/** Limits written in digits where people read them, or as a constant: `@lacre/contracts/limits` has them all. */
const WRITTEN =
  /\b\d+ (?:dias|horas|letras|MB)\b|\b6 números\b|\b(?:MAX|MIN)_[A-Z_]*(?:LENGTH|BYTES|MB|DAYS|DOCUMENTS|OPTIONS) = \d/;

const isWritten = (line: string): boolean => WRITTEN.test(line.replace(/\/[/*].*|^\s*\*.*/, ''));

describe('limits in the web', () => {
  it('are found where they are written', () => {
    const written = [
      'até 32 MB cada',
      'por 7 dias.',
      'por 24 horas.',
      'Use de 3 a 40 letras',
      'Enviamos 6 números',
      'const MAX_DAYS = 3650;',
    ];
    expect(written.filter(isWritten)).toEqual(written);
    expect(isWritten('por ${DOWNLOAD_LIFE_DAYS} dias.')).toBe(false);
  });

  it('are taken from the contracts', () => {
    const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) => !file.includes('.test.') && !CHOICES.has(file),
    );
    expect(files.length).toBeGreaterThan(200);
    const written = files.flatMap((file) =>
      readFileSync(`${root}/${file}`, 'utf8')
        .split('\n')
        .flatMap((line, index) => (isWritten(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(written).toEqual([]);
  });
});
