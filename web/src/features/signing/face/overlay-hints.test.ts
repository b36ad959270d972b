import { expect, it } from 'vitest';

import { CAP_MS, endingOf, endText, FINISHING, hintAt, progressAt } from './overlay-hints.ts';

it('says what is going on, at the seconds of the specification', () => {
  const said = [0, 2_499, 2_500, 4_999, 5_000, 12_499, 12_500, 56_999, 57_000, CAP_MS].map((ms) =>
    hintAt(ms, { location: true }),
  );
  expect(said.map((text) => text.split(' ')[0])).toEqual([
    'Preparando',
    'Preparando',
    'Obtendo',
    'Obtendo',
    'Realizando',
    'Realizando',
    'Por',
    'Por',
    'Aguardando',
    'Aguardando',
  ]);
  expect(hintAt(13_000, { message: 'Quase lá' })).toBe('Quase lá');
});

it('names the location only where it is asked for', () => {
  const said = Array.from({ length: 91 }, (_, second) => hintAt(second * 1000));
  expect(said.filter((text) => text.includes('localização'))).toEqual([]);
  expect(hintAt(3_000)).toBe('Preparando os dados biométricos…');
});

it('keeps its last text once its time is over, whatever is answered then', () => {
  const over = endingOf(undefined, undefined, CAP_MS);
  expect(over).toBe('timeout');
  const late = endingOf(over, 'error', CAP_MS + 500);
  expect(endText(late ?? 'error', hintAt(CAP_MS))).toBe(FINISHING);
  expect(endingOf(undefined, 'error', 3_000)).toBe('error');
  expect(endingOf(undefined, undefined, CAP_MS - 1)).toBeUndefined();
});

it('moves on, and does not arrive before the answer', () => {
  const steps = Array.from({ length: 91 }, (_, second) => progressAt(second * 1000));
  for (const [second, value] of steps.entries())
    expect(value).toBeGreaterThan(second === 0 ? -1 : (steps[second - 1] ?? 0));
  expect(steps[0]).toBe(0);
  expect(steps.at(-1)).toBeLessThan(0.95);
});
