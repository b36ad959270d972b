import { expect, it } from 'vitest';

import { readingText } from './reading-text.ts';

it.each([
  [{ pagesShown: 1, pages: 1 }, 'Viu a única página.'],
  [{ pagesShown: 12, pages: 12 }, 'Viu as 12 páginas.'],
  [{ pagesShown: 3, pages: 12 }, 'Viu 3 de 12 páginas.'],
  [
    { pagesShown: 0, pages: 2, declared: true as const },
    'Viu 0 de 2 páginas e declarou ter lido o documento inteiro.',
  ],
])('%j becomes "%s"', (read, text) => {
  expect(readingText(read)).toBe(text);
});
