import { defineConfig } from 'vitest/config';

/** What needs real event stores: run by `tests/real-servers/run.ts`, which names or starts them. */
export default defineConfig({
  test: {
    include: ['tests/real-servers/*.check.ts'],
    globalSetup: ['packages/postgres/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
