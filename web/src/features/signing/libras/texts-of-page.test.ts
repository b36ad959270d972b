import { expect, it } from 'vitest';

import { sentencesOf } from './texts-of-page.ts';

it('takes a page sentence by sentence, without what has no letter', () => {
  expect(sentencesOf('O prazo é de 30 dias. A multa é de 2%.  12')).toEqual([
    'O prazo é de 30 dias.',
    'A multa é de 2%.',
  ]);
  expect(sentencesOf(' 1 / 2 ')).toEqual([]);
});

it('cuts a sentence without end between words, and loses none', () => {
  const words = Array.from({ length: 120 }, (_, index) => `palavra${index}`);
  const parts = sentencesOf(words.join(' '));
  expect(parts.length).toBeGreaterThan(3);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(280);
  expect(parts.join(' ').split(' ')).toEqual(words);
  expect(sentencesOf('x'.repeat(600)).join('')).toBe('x'.repeat(600));
});
