export { openPostgresWorkQueue } from './postgres-work-queue.ts';
export type { PostgresWorkQueueOptions } from './postgres-work-queue.ts';
export { countRunningJobs } from './running-jobs.ts';
export { workQueueSchema } from './schema.ts';
