import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

const shared = {
  globalSetup: ['packages/postgres/src/testing/global-setup.ts'],
  maxWorkers: 2,
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
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'across services',
          include: ['tests/**/*.test.ts'],
          // A worker loads a module once for all its files: what one puts in place is taken back before the next test.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
          globalSetup: [...shared.globalSetup, 'tests/support/share-lacre.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
