import { expect, test } from 'vitest';

import { timeLeftWords } from './time-left.tsx';

const now = new Date('2026-11-28T15:00:00.000Z');

test.each([
  ['2026-11-28T15:00:00.000Z', 'o prazo terminou'],
  ['2026-11-28T20:00:00.000Z', 'termina hoje'],
  // Still the 28th in Brasília.
  ['2026-11-29T02:59:00.000Z', 'termina hoje'],
  ['2026-11-29T03:00:00.000Z', 'termina amanhã'],
  ['2026-12-01T02:59:00.000Z', 'faltam 2 dias'],
  ['2027-11-28T15:00:00.000Z', 'faltam 365 dias'],
])('until %s: %s', (deadline, words) => {
  expect(timeLeftWords(deadline, now)).toBe(words);
});
