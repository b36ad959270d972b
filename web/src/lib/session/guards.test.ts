import { expect, test } from 'vitest';

import { safeReturnPath } from './guards.ts';

test.each([
  ['/processes?filter=pending', '/processes?filter=pending'],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['https://evil.example', undefined],
  ['javascript:alert(1)', undefined],
  [undefined, undefined],
])('after signing in, %s leads to %s', (path, destination) => {
  expect(safeReturnPath(path)).toBe(destination);
});
