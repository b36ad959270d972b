import { defineConfig } from 'vitest/config';

/** The API by its own description: `npm run test:api`. */
export default defineConfig({
  test: {
    include: ['tests/openapi/**/*.check.ts'],
    // Each starts the product, and asks it from two workers.
    fileParallelism: false,
    globalSetup: ['packages/postgres/src/testing/global-setup.ts'],
  },
});
