export { exponentialBackoff } from './delivery/backoff.ts';
export type { BackoffOptions } from './delivery/backoff.ts';
export {
  MAX_DEDUPE_KEY_LENGTH,
  MAX_PAYLOAD_BYTES,
  QueueClosed,
  RetryLater,
  UnknownDeadLetter,
  Unprocessable,
} from './port.ts';
export type {
  ConsumeOptions,
  Consumer,
  DeadLetter,
  DeadLetterCount,
  FaultListener,
  Job,
  JobHandler,
  Json,
  NewJob,
  PublishOptions,
  PublishResult,
  WorkQueue,
} from './port.ts';
