import { expect, test } from 'vitest';

import { languageOf } from './languages.ts';

test('picks the first wanted language that is supported', () => {
  expect(languageOf(['fr-FR', 'es-MX', 'en'])).toBe('es');
  expect(languageOf(['pt-PT', 'en'])).toBe('pt-BR');
  expect(languageOf([' EN-us;q=0.8'])).toBe('en');
  expect(languageOf(['*', 'de'])).toBeUndefined();
});
