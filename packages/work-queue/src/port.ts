/** Anything JSON can carry. Dates, bigints and buffers are turned into strings by the publisher. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Largest payload, in bytes of its JSON in UTF-8: a job names its documents by id, it does not carry them. */
export const MAX_PAYLOAD_BYTES = 64 * 1024;
/** Longest dedupe key, in code points. */
export const MAX_DEDUPE_KEY_LENGTH = 512;

/**
 * Wake-ups and jobs between services, at least once. It never carries a fact: what it loses (its storage
 * deleted, a cluster restored from last night) is found again from the log by the reactors that published it.
 * Every adapter holds the promises below; `describeWorkQueue` in `@lacre/work-queue/testing` checks them.
 *
 * - A job is held by one consumer at a time, as long as the storage remembers what it delivered. It is held
 *   from delivery until its handler settles, and for at most `visibilityMs` beyond the death of the process (or
 *   of its connection).
 * - No order is promised; delivery is near first in, first out.
 * - An adapter that loses its connection reconnects for ever, and one whose storage was emptied goes on with
 *   what is published next. Consumers need no restart after either.
 */
export interface WorkQueue {
  /**
   * Resolves once the job is stored. When it rejects the job may or may not be stored: publishing again with
   * the same key is safe.
   *
   * A publish whose `dedupeKey` equals that of a job of the same queue still waiting, delayed, backing off or
   * in flight is that same job: nothing is stored, the older payload and delay stay, `duplicate` is true. The
   * key is free again as soon as the job is acknowledged or dead. A publish that arrives while the handler
   * runs is therefore swallowed: who needs another pass after it uses another key (e.g. with the event's id).
   *
   * @throws RangeError for a malformed queue name, an empty or overlong key, a payload over MAX_PAYLOAD_BYTES.
   */
  publish(queue: string, payload: Json, options: PublishOptions): Promise<PublishResult>;

  /** As {@link publish} for each, in one round trip where the adapter can. Not atomic: safe to repeat whole. */
  publishMany(queue: string, jobs: readonly NewJob[]): Promise<void>;

  /**
   * Starts delivering jobs of `queue` to `handler`, at most `concurrency` at a time in this consumer. Any
   * number of consumers, in any number of processes, may share a queue; they should agree on the options.
   */
  consume(queue: string, handler: JobHandler, options: ConsumeOptions): Promise<Consumer>;

  /** Dead letters of the queue, oldest first. They stay until replayed. */
  deadLetters(queue: string): Promise<DeadLetter[]>;

  /**
   * Publishes the dead letter again, with its attempts at zero, and removes it. When a job with its key is
   * waiting already, that job stands for it. A crash between leaves the letter, to be replayed again.
   *
   * @throws UnknownDeadLetter when the queue holds none with that id (perhaps already replayed).
   */
  replayDeadLetter(queue: string, id: string): Promise<void>;

  /** The queues that hold dead letters, the fullest first. */
  deadLetterCounts(): Promise<DeadLetterCount[]>;

  /** Resolves when the storage answers; rejects when it cannot be reached. For probes. */
  ping(): Promise<void>;

  /** Stops every consumer as {@link Consumer.stop} does, then lets go of the connections. Idempotent. */
  close(): Promise<void>;
}

export interface PublishOptions {
  /** What makes it the same job: see {@link WorkQueue.publish}. Without control characters. */
  dedupeKey: string;
  /** Not delivered before this many milliseconds from now. */
  delayMs?: number;
}

export interface PublishResult {
  duplicate: boolean;
}

export interface NewJob extends PublishOptions {
  payload: Json;
}

/**
 * How a delivery ends:
 * - resolves → acknowledged, the job is gone and its key is free;
 * - throws {@link RetryLater} → delivered again after that delay; the attempt is not counted;
 * - throws {@link Unprocessable} → dead letter at once;
 * - throws anything else, or the process dies → a failed attempt: delivered again after the backoff (after
 *   `visibilityMs` when the process died), or a dead letter when it was the last of `maxDeliveries`.
 *
 * Handlers must be idempotent: a job is delivered again when its acknowledgement was lost.
 */
export type JobHandler = (job: Job) => Promise<void>;

export interface Job {
  /** Names this job in logs; a job published again under the same key after its end has another id. */
  id: string;
  queue: string;
  dedupeKey: string;
  payload: Json;
  /** 1 on first delivery; counts failed attempts and deaths of the process, not {@link RetryLater}. */
  attempt: number;
  /**
   * Aborted when the job is no longer held here (its storage was emptied, or the connection stayed away for
   * longer than `visibilityMs`): another worker may have it, and the outcome here is discarded.
   */
  signal: AbortSignal;
}

export interface ConsumeOptions {
  /** Handlers running at once in this consumer. */
  concurrency: number;
  /**
   * How long a job stays with a process that died, in milliseconds. While the process lives the hold is
   * extended by itself, so a handler may take longer.
   */
  visibilityMs: number;
  /** Counted attempts after which the job becomes a dead letter. */
  maxDeliveries: number;
  /** Milliseconds to wait after the failed `attempt` (from 1). Default: {@link exponentialBackoff}. */
  backoffMs?: (attempt: number) => number;
}

export interface Consumer {
  /** Takes no further job; resolves when the handlers in flight have settled and been answered. Idempotent. */
  stop(): Promise<void>;
}

export interface DeadLetter {
  id: string;
  payload: Json;
  dedupeKey: string;
  /** Counted attempts, the last one included. */
  attempts: number;
  lastError: string;
  diedAt: Date;
}

/** Dead letters of one queue; it has at least one. */
export interface DeadLetterCount {
  queue: string;
  count: number;
  newestAt: Date;
}

/** Thrown by a handler that cannot work now through no fault of the job (a dependency is down, a limit hit). */
export class RetryLater extends Error {
  override name = 'RetryLater';
  readonly delayMs: number;

  constructor(delayMs: number, reason: string) {
    super(reason);
    this.delayMs = delayMs;
  }
}

/** Thrown by a handler for a job that can never succeed, however often it is tried. */
export class Unprocessable extends Error {
  override name = 'Unprocessable';
}

/** Thrown by {@link WorkQueue.replayDeadLetter}. */
export class UnknownDeadLetter extends Error {
  override name = 'UnknownDeadLetter';
}

/** Thrown by every operation after {@link WorkQueue.close}. */
export class QueueClosed extends Error {
  override name = 'QueueClosed';
}

/**
 * What goes wrong behind the caller's back and is tried again (a lost connection, an acknowledgement that
 * failed): adapters report it here for the service's log.
 */
export type FaultListener = (what: string, error: unknown) => void;
