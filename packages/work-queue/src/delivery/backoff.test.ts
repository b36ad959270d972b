import { expect, test } from 'vitest';

import { exponentialBackoff } from './backoff.ts';

test('doubles from the base up to the longest, less at most half of it', () => {
  const longest = exponentialBackoff({ baseMs: 100, maxMs: 1000, random: () => 0.999_999 });
  const shortest = exponentialBackoff({ baseMs: 100, maxMs: 1000, random: () => 0 });
  expect([1, 2, 3, 4, 5, 60].map(longest)).toEqual([100, 200, 400, 800, 1000, 1000]);
  expect([1, 2, 3, 4, 5, 2000].map(shortest)).toEqual([50, 100, 200, 400, 500, 500]);
});

test('spreads those that failed together', () => {
  const backoffMs = exponentialBackoff();
  const waits = Array.from({ length: 100 }, () => backoffMs(4));
  expect(new Set(waits).size).toBeGreaterThan(50);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(2000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(4000);
});
