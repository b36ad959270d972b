export { askNats } from './ask-nats.ts';
export type { NatsAccess } from './connection-options.ts';
export { openNatsWorkQueue } from './nats-work-queue.ts';
export type { NatsWorkQueueOptions } from './nats-work-queue.ts';
