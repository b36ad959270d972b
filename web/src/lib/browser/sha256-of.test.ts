import { createHash } from 'node:crypto';

import { afterEach, expect, test, vi } from 'vitest';

import { sha256Of } from './sha256-of.ts';

afterEach(() => vi.unstubAllGlobals());

test.for([true, false])('is the same where the page is secure: %s', async (isSecureContext) => {
  vi.stubGlobal('isSecureContext', isSecureContext);
  for (const size of [0, 1, 63, 64, 100_000]) {
    const bytes = new Uint8Array(size).fill(size);
    expect(await sha256Of(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
