import { defineConfig } from 'vitest/config';

/** Every workspace's tests lie beside its code; `tests/` holds what spans services. */
export default defineConfig({
  test: {
    include: ['{packages,services,infra}/**/*.test.ts', 'web/src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['packages/postgres/src/testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
