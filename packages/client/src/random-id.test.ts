import { expect, test } from 'vitest';

import { randomId } from './random-id.ts';

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test('makes ids of version 4, each another', () => {
  const ids = Array.from({ length: 500 }, randomId);
  for (const id of ids) expect(id).toMatch(UUID_V4);
  expect(new Set(ids).size).toBe(ids.length);
});
