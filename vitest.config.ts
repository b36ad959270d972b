import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { longestFirst } from './tests/support/longest-first.ts';

const shared = {
  globalSetup: ['packages/postgres/src/testing/global-setup.ts'],
  setupFiles: ['tests/support/take-back.ts'],
  maxWorkers: 2,
  // Against hangs alone: beside other work a test takes many times what it takes by itself.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Of a second, vitest's own, nothing can be said on a busy machine.
  expect: { poll: { timeout: 10_000 } },
  // A worker loads a module once for all its files: what one of them puts in place is taken back before the next test,
  // and after the file.
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Vitest's own, of no array.
    // oxlint-disable-next-line unicorn/no-array-sort
    return longestFirst(await super.sort(files));
  }
}

/** Every workspace's tests lie beside its code; `tests/` holds what spans services. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'beside the code',
          include: ['{packages,services,infra}/**/*.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve: { alias: { '@': fileURLToPath(new URL('web/src', import.meta.url)) } },
        test: {
          ...shared,
          name: 'the client',
          include: ['web/{src,vite}/**/*.test.ts'],
          // Its modules are those of one page: what they hold, such as a session, is another in each file.
          isolate: true,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'across services',
          include: ['tests/**/*.test.ts'],
          globalSetup: [...shared.globalSetup, 'tests/support/share-lacre.ts'],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
