import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

const shared = {
  globalSetup: ['packages/postgres/src/testing/global-setup.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

/** Every workspace's tests lie beside its code; `tests/` holds what spans services. */
export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: { '@': fileURLToPath(new URL('web/src', import.meta.url)) } },
        test: {
          ...shared,
          name: 'beside the code',
          include: ['{packages,services,infra}/**/*.test.ts', 'web/src/**/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'across services',
          include: ['tests/**/*.test.ts'],
          // Each starts the product whole, and most a browser: half of their time they wait for one of the two.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
