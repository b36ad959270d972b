import { defineConfig } from 'vitest/config';

/** The product in Firefox and WebKit: `npm run test:browsers`. */
export default defineConfig({
  test: {
    include: ['tests/browsers/**/*.check.ts'],
    // Two browsers and the product are work enough for a machine.
    fileParallelism: false,
    globalSetup: ['packages/postgres/src/testing/global-setup.ts', 'tests/support/share-lacre.ts'],
  },
});
