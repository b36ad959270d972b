import { defineConfig } from 'vitest/config';

/** What needs programs from Debian: run by `.ci/run` after `npm test`. */
export default defineConfig({
  test: {
    include: ['tests/{interop,deployment}/**/*.check.ts', '{packages,services,infra}/**/*.check.ts'],
    globalSetup: ['packages/postgres/src/testing/global-setup.ts'],
    // Of two cores vitest's own would leave one idle.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
