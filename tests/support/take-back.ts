import { afterAll, vi } from 'vitest';

// vitest takes these back before each test: the hooks of the next file in the same worker would come first.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
