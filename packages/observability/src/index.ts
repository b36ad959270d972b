export {
  behindCheck,
  blobsCheck,
  certificateCheck,
  databaseCheck,
  logCheck,
  queueCheck,
  secondsAfter,
  secondsBehindByProjection,
} from './checks.ts';
export { sealDuration, streamCacheLookups } from './instruments.ts';
export { observeEventStore } from './observed-event-store.ts';
export { observedDelivery } from './observed-delivery.ts';
export { tracePool } from './traced-pool.ts';
export { observeWorkQueue } from './observed-work-queue.ts';
export { Observation } from './observation.ts';
export type { Metrics } from './metrics.ts';
export { NotReady, type Check } from './readiness.ts';
