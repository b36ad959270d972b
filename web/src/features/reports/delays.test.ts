import { expect, it } from 'vitest';

import { withinWhich } from './delays.ts';

it('says within how long a part of them is', () => {
  expect(withinWhich([4, 0, 3, 2, 1, 0, 0, 0], 0.5)).toBe('até 24 horas');
  expect(withinWhich([4, 0, 3, 2, 1, 0, 0, 0], 0.9)).toBe('até 3 dias');
  expect(withinWhich([1, 0, 0, 0, 0, 0, 0, 0], 0.5)).toBe('até 1 hora');
  expect(withinWhich([0, 0, 0, 0, 0, 0, 0, 5], 0.5)).toBe('mais de 30 dias');
});

it('is undefined without any delays', () => {
  expect(withinWhich([0, 0, 0, 0, 0, 0, 0, 0], 0.5)).toBeUndefined();
});
