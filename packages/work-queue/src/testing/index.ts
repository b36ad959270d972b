export { describeWorkQueue } from './describe-work-queue.ts';
export type { WorkQueueHarness } from './harness.ts';
