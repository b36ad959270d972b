import { defineConfig } from 'vitest/config';

/** What needs a container engine: run by `tests/containers/run.ts`. */
export default defineConfig({
  test: {
    include: ['tests/containers/*.check.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    // Ends with the process: what outlived it would meddle with the next run's containers.
    pool: 'threads',
    // One goes on where the one before it stopped.
    bail: 1,
  },
});
