import { expect, it } from 'vitest';

import { CAP_MS, hintAt, progressAt } from './overlay-hints.ts';

it('says what is going on, at the seconds of the specification', () => {
  const said = [0, 2_499, 2_500, 4_999, 5_000, 12_499, 12_500, 56_999, 57_000, CAP_MS].map((ms) =>
    hintAt(ms),
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
  expect(hintAt(13_000, 'Quase lá')).toBe('Quase lá');
});

it('moves on, and does not arrive before the answer', () => {
  const steps = Array.from({ length: 91 }, (_, second) => progressAt(second * 1000));
  for (const [second, value] of steps.entries())
    expect(value).toBeGreaterThan(second === 0 ? -1 : (steps[second - 1] ?? 0));
  expect(steps[0]).toBe(0);
  expect(steps.at(-1)).toBeLessThan(0.95);
});
