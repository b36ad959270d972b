import { afterEach, beforeEach, describe } from 'vitest';

import { describeDeadLetters } from './describe-dead-letters.ts';
import { describeDelivering } from './describe-delivering.ts';
import { describeFaults } from './describe-faults.ts';
import { describePublishing } from './describe-publishing.ts';
import type { WorkQueueHarness } from './harness.ts';
import type { WorkQueueUnderTest } from './recorder.ts';

/** What every work queue promises (see the port); an adapter's test gives its name and how to make one. */
export function describeWorkQueue(name: string, make: () => Promise<WorkQueueHarness>): void {
  describe(`${name} work queue`, () => {
    let underTest: WorkQueueUnderTest;

    beforeEach(async () => {
      const harness = await make();
      underTest = { harness, queue: await harness.open() };
    });
    afterEach(async () => {
      await underTest.queue.close();
      await underTest.harness.dispose();
    });

    for (const part of [describePublishing, describeDelivering, describeDeadLetters, describeFaults]) {
      part(() => underTest);
    }
  });
}
