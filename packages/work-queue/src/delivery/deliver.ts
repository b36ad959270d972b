import { setTimeout as sleep } from 'node:timers/promises';

import { RetryLater, Unprocessable } from '../port.ts';
import type { ConsumeOptions, FaultListener, Job, JobHandler } from '../port.ts';
import { exponentialBackoff } from './backoff.ts';

/** A job held by this consumer, and what an adapter can do about it. */
export interface HeldJob {
  job: Omit<Job, 'signal'>;
  /** When the hold began, as `performance.now()` said before the request that took it. */
  heldSinceMs: number;
  /** Starts `visibilityMs` anew. False when the job is no longer held here; throws when that is unknown. */
  extend(): Promise<boolean>;
  /** The three answers throw when the storage cannot be reached, and do nothing when the hold was lost. */
  acknowledge(): Promise<void>;
  /** An attempt not counted leaves the job's attempts as they were before it. */
  retry(delayMs: number, counted: boolean): Promise<void>;
  bury(reason: string): Promise<void>;
}

export type Ending = 'acknowledged' | 'retried' | 'buried' | 'lost';

/** Time between two tries of an answer that did not get through. */
const ANSWER_AGAIN_MS = 200;
const MAX_ERROR_LENGTH = 4000;

/**
 * Runs the handler on a held job and answers for it, extending the hold until the answer got through. Never
 * rejects: failures go to `onFault`. Commit point: the answer; a crash before it delivers the job
 * again once its hold has run out.
 */
export async function deliver(
  held: HeldJob,
  handler: JobHandler,
  options: ConsumeOptions,
  onFault: FaultListener,
): Promise<Ending> {
  const hold = new Hold(held, options.visibilityMs, onFault);
  try {
    const outcome = await outcomeOf(held.job, handler, hold.signal, options, onFault);
    return await answer(held, outcome, hold.signal, onFault);
  } finally {
    hold.end();
  }
}

type Outcome =
  | { kind: 'acknowledge' }
  | { kind: 'retry'; delayMs: number; counted: boolean }
  | { kind: 'bury'; reason: string };

async function outcomeOf(
  job: HeldJob['job'],
  handler: JobHandler,
  signal: AbortSignal,
  options: ConsumeOptions,
  onFault: FaultListener,
): Promise<Outcome> {
  // Every attempt before this one was counted at delivery, whether or not it lived to give an answer.
  if (job.attempt > options.maxDeliveries) {
    return {
      kind: 'bury',
      reason: 'The last attempt ended without an answer: its process died or was cut off',
    };
  }
  try {
    await handler({ ...job, signal });
    return { kind: 'acknowledge' };
  } catch (error) {
    if (error instanceof RetryLater)
      return { kind: 'retry', delayMs: Math.max(0, error.delayMs), counted: false };
    onFault(`attempt ${job.attempt} of job ${job.id} of ${job.queue} failed`, error);
    if (error instanceof Unprocessable || job.attempt >= options.maxDeliveries) {
      return { kind: 'bury', reason: describeError(error) };
    }
    const backoffMs = options.backoffMs ?? exponentialBackoff();
    return { kind: 'retry', delayMs: Math.max(0, backoffMs(job.attempt)), counted: true };
  }
}

async function answer(
  held: HeldJob,
  outcome: Outcome,
  signal: AbortSignal,
  onFault: FaultListener,
): Promise<Ending> {
  // A lost job's holder is notified once, where possible. Its failures are its own.
  if (signal.aborted && outcome.kind !== 'acknowledge') return 'lost';
  do {
    try {
      switch (outcome.kind) {
        case 'acknowledge':
          await held.acknowledge();
          return 'acknowledged';
        case 'retry':
          await held.retry(outcome.delayMs, outcome.counted);
          return 'retried';
        case 'bury':
          await held.bury(outcome.reason);
          return 'buried';
      }
    } catch (error) {
      onFault(`the answer for job ${held.job.id} of ${held.job.queue} did not get through`, error);
      await sleep(ANSWER_AGAIN_MS);
    }
  } while (!signal.aborted);
  return 'lost';
}

/** Extends the hold three times per `visibilityMs`; `signal` aborts once it is lost, or may be. */
class Hold {
  readonly #held: HeldJob;
  readonly #visibilityMs: number;
  readonly #onFault: FaultListener;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #expiresAtMs: number;
  #ended = false;

  constructor(held: HeldJob, visibilityMs: number, onFault: FaultListener) {
    this.#held = held;
    this.#visibilityMs = visibilityMs;
    this.#onFault = onFault;
    this.#expiresAtMs = held.heldSinceMs + visibilityMs;
    this.#timer = setInterval(() => void this.#extend(), visibilityMs / 3);
  }

  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  end(): void {
    this.#ended = true;
    clearInterval(this.#timer);
  }

  async #extend(): Promise<void> {
    const askedAtMs = performance.now();
    // On this process's own clock: the storage cannot be reached.
    if (askedAtMs >= this.#expiresAtMs) return this.#lose('its hold ran out');
    const { job } = this.#held;
    try {
      if (!(await this.#held.extend())) return this.#lose('another worker has it, or none');
      this.#expiresAtMs = askedAtMs + this.#visibilityMs;
    } catch (error) {
      this.#onFault(`the hold on job ${job.id} of ${job.queue} could not be extended`, error);
    }
  }

  #lose(why: string): void {
    // An extension that was on its way when the answer got through finds nothing: no loss.
    if (this.#ended) return;
    this.end();
    const { job } = this.#held;
    const reason = new Error(`Job ${job.id} of ${job.queue} is no longer held here: ${why}`);
    this.#onFault('a job was lost on the way', reason);
    this.#lost.abort(reason);
  }
}

/** Name and message down the chain of causes, for the reader of the dead letter. */
function describeError(error: unknown): string {
  const parts: string[] = [];
  let current: unknown = error;
  while (current instanceof Error && parts.length < 5) {
    parts.push(`${current.name}: ${current.message}`);
    current = current.cause;
  }
  if (parts.length === 0) parts.push(String(error));
  // Postgres stores no U+0000, and only whole surrogate pairs have a UTF-8 form.
  return parts.join('; caused by ').replaceAll('\0', '').slice(0, MAX_ERROR_LENGTH).toWellFormed();
}
