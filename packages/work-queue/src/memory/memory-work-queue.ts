import { ConsumerSet } from '../delivery/consumer-set.ts';
import type { HeldJob } from '../delivery/deliver.ts';
import { DueConsumer } from '../delivery/due-consumer.ts';
import type { JobSource } from '../delivery/due-consumer.ts';
import { checkConsumeOptions, checkedPayload, checkQueueName, parsePayload } from '../delivery/limits.ts';
import type {
  ConsumeOptions,
  Consumer,
  DeadLetter,
  DeadLetterCount,
  FaultListener,
  JobHandler,
  Json,
  NewJob,
  PublishOptions,
  PublishResult,
  WorkQueue,
} from '../port.ts';
import { MemoryStorage } from './memory-storage.ts';
import type { StoredJob } from './memory-storage.ts';

export interface MemoryWorkQueueOptions {
  storage?: MemoryStorage;
  onFault?: FaultListener;
}

/** For unit tests: the whole port within one process. What it holds dies with its storage. */
export class MemoryWorkQueue implements WorkQueue {
  readonly #storage: MemoryStorage;
  readonly #onFault: FaultListener;
  readonly #consumers = new ConsumerSet<DueConsumer>();
  readonly #unlisten: () => void;
  #severed = false;

  constructor(options: MemoryWorkQueueOptions = {}) {
    this.#storage = options.storage ?? new MemoryStorage();
    this.#onFault = options.onFault ?? (() => {});
    this.#unlisten = this.#storage.listen((queue) => {
      if (!this.#severed)
        for (const consumer of this.#consumers) if (consumer.queue === queue) consumer.wake();
    });
  }

  async publish(queue: string, payload: Json, options: PublishOptions): Promise<PublishResult> {
    checkQueueName(queue);
    const json = checkedPayload({ ...options, payload });
    this.#consumers.assertOpen();
    return { duplicate: !this.#reach().add(queue, options.dedupeKey, json, options.delayMs ?? 0) };
  }

  async publishMany(queue: string, jobs: readonly NewJob[]): Promise<void> {
    checkQueueName(queue);
    const checked = jobs.map((job) => ({ job, json: checkedPayload(job) }));
    this.#consumers.assertOpen();
    for (const { job, json } of checked) this.#reach().add(queue, job.dedupeKey, json, job.delayMs ?? 0);
  }

  async consume(queue: string, handler: JobHandler, options: ConsumeOptions): Promise<Consumer> {
    checkQueueName(queue);
    checkConsumeOptions(options);
    this.#consumers.assertOpen();
    const consumer: DueConsumer = new DueConsumer(this.#source(), queue, handler, options, {
      onFault: this.#onFault,
      onStopped: () => this.#consumers.delete(consumer),
    });
    return this.#consumers.add(consumer);
  }

  async deadLetters(queue: string): Promise<DeadLetter[]> {
    checkQueueName(queue);
    this.#consumers.assertOpen();
    return this.#reach().deadLetters(queue);
  }

  async deadLetterCounts(): Promise<DeadLetterCount[]> {
    this.#consumers.assertOpen();
    return this.#reach().deadLetterCounts();
  }

  async replayDeadLetter(queue: string, id: string): Promise<void> {
    checkQueueName(queue);
    this.#consumers.assertOpen();
    const letter = this.#reach().exhume(queue, id);
    this.#reach().add(queue, letter.dedupeKey, JSON.stringify(letter.payload), 0);
  }

  async ping(): Promise<void> {
    this.#consumers.assertOpen();
    this.#reach();
  }

  async close(): Promise<void> {
    await this.#consumers.close();
    this.#unlisten();
  }

  /** Cuts it off from its storage for good, as the death of its process would: no answer arrives any more. */
  sever(): void {
    this.#severed = true;
    for (const consumer of this.#consumers) void consumer.stop();
  }

  #reach(): MemoryStorage {
    if (this.#severed) throw new Error('Cut off from the storage');
    return this.#storage;
  }

  #source(): JobSource {
    return {
      claim: async (queue, limit, visibilityMs) => {
        const stored = this.#reach().claim(queue, limit, visibilityMs);
        return {
          jobs: stored.map((job) => this.#held(job, visibilityMs)),
          nextDueMs: this.#reach().untilNextDueMs(queue),
        };
      },
    };
  }

  #held(stored: StoredJob, visibilityMs: number): HeldJob {
    const { id, queue, dedupeKey, attempts } = stored;
    const whileHeld = (act: (job: StoredJob) => void): boolean => {
      const job = this.#reach().holding(stored);
      if (job) act(job);
      return job !== undefined;
    };
    return {
      job: { id, queue, dedupeKey, payload: parsePayload(stored.payload), attempt: attempts },
      heldSinceMs: performance.now(),
      extend: async () => whileHeld((job) => (job.dueAtMs = Date.now() + visibilityMs)),
      acknowledge: async () => void whileHeld((job) => this.#storage.remove(job)),
      retry: async (delayMs, counted) =>
        void whileHeld((job) => {
          job.dueAtMs = Date.now() + delayMs;
          job.hold = undefined;
          if (!counted) job.attempts -= 1;
        }),
      bury: async (reason) => void whileHeld((job) => this.#storage.bury(job, reason)),
    };
  }
}
