export { MemoryStorage } from './memory-storage.ts';
export { MemoryWorkQueue } from './memory-work-queue.ts';
export type { MemoryWorkQueueOptions } from './memory-work-queue.ts';
