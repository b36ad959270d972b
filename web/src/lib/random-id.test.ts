import { afterEach, expect, test, vi } from 'vitest';

import { randomId } from './random-id.ts';

afterEach(() => vi.unstubAllGlobals());

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test.for([true, false])('makes ids of their own where the page is secure: %s', (isSecureContext) => {
  vi.stubGlobal('isSecureContext', isSecureContext);
  const ids = Array.from({ length: 200 }, randomId);
  for (const id of ids) expect(id).toMatch(UUID_V4);
  expect(new Set(ids).size).toBe(ids.length);
});
