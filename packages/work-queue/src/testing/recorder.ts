import { setTimeout as sleep } from 'node:timers/promises';

import { expect } from 'vitest';

import type { ConsumeOptions, Job, WorkQueue } from '../port.ts';
import type { WorkQueueHarness } from './harness.ts';

/** What one test of the contract works on. */
export interface WorkQueueUnderTest {
  harness: WorkQueueHarness;
  queue: WorkQueue;
}

/** Small enough for tests, large enough for a busy machine. */
export const options: ConsumeOptions = {
  concurrency: 4,
  visibilityMs: 2000,
  maxDeliveries: 3,
  backoffMs: () => 20,
};

/** A handler that keeps what it was given; `take` resolves with the next job not taken yet. */
export function recorder(act: (job: Job) => unknown = () => {}) {
  const jobs: Job[] = [];
  let taken = 0;
  return {
    jobs,
    handler: async (job: Job): Promise<void> => {
      jobs.push(job);
      await act(job);
    },
    take: async (): Promise<Job> => {
      await expect.poll(() => jobs.length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(taken);
      taken += 1;
      return jobs[taken - 1] as Job;
    },
  };
}

/** Long enough for what must not happen to have happened. */
export const quietMs = 300;

/** Jobs whose payloads count from 1. */
export function numbered(count: number): { payload: number; dedupeKey: string }[] {
  return Array.from({ length: count }, (_, index) => ({ payload: index + 1, dedupeKey: `job-${index + 1}` }));
}

/** As every publisher must: what was not acknowledged is published again. */
export async function untilPublished(queue: WorkQueue, payload: number, dedupeKey: string): Promise<void> {
  for (;;) {
    try {
      await queue.publish('seal', payload, { dedupeKey });
      return;
    } catch {
      await sleep(50);
    }
  }
}
