import { expect, it } from 'vitest';

import { scaleOf } from './scale.ts';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [130, [0, 50, 100, 150]],
  [81_234, [0, 50_000, 100_000]],
])('a most of %d has lines at %j', (most, lines) => {
  expect(scaleOf(most)).toEqual(lines);
});
