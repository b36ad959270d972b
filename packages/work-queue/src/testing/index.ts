export { describeWorkQueue } from './describe-work-queue.ts';
export type { WorkQueueHarness } from './harness.ts';
export { leaveOut } from './leave-out.ts';
export { NatsServer, natsServerPath, withNatsServer } from './nats-server.ts';
