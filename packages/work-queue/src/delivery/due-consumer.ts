import { RetryLater } from '../port.ts';
import type { ConsumeOptions, Consumer, FaultListener, JobHandler } from '../port.ts';
import { deliver } from './deliver.ts';
import type { HeldJob } from './deliver.ts';

/** What a look at the source has brought. */
interface Claim {
  jobs: HeldJob[];
  /** Milliseconds until a job that was not taken, waiting or held, is due; undefined when there is none. */
  nextDueMs: number | undefined;
}

/** Where a {@link DueConsumer} takes its jobs from. */
export interface JobSource {
  /** Takes hold of at most `limit` jobs that are due. */
  claim(queue: string, limit: number, visibilityMs: number): Promise<Claim>;
}

export interface DueConsumerOptions {
  onFault: FaultListener;
  /** Called once, when the consumer has stopped. */
  onStopped: () => void;
}

/** Shortest sleep: a job that is due but being claimed by another is not hammered either. */
const MINIMUM_SLEEP_MS = 5;
/** Pause after a failed look at the source, so that a broken one is not hammered. */
const AFTER_FAULT_MS = 250;

const giveBack: JobHandler = () => Promise.reject(new RetryLater(0, 'the consumer is stopping'));

/** `setTimeout` takes no more (24.8 days). */
const MAXIMUM_SLEEP_MS = 2 ** 31 - 1;

/** Claims as many jobs as it has free slots, whenever it is woken or one falls due. */
export class DueConsumer implements Consumer {
  readonly #source: JobSource;
  readonly #queue: string;
  readonly #handler: JobHandler;
  readonly #options: ConsumeOptions;
  readonly #reporting: DueConsumerOptions;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #running: Promise<void>;
  #busy = 0;
  #stopping = false;
  /** Set to request a look at the source, cleared before each look: no wake-up falls between. */
  #woken = false;
  #rouse: (() => void) | undefined;

  constructor(
    source: JobSource,
    queue: string,
    handler: JobHandler,
    options: ConsumeOptions,
    reporting: DueConsumerOptions,
  ) {
    this.#source = source;
    this.#queue = queue;
    this.#handler = handler;
    this.#options = options;
    this.#reporting = reporting;
    this.#running = this.#run();
  }

  get queue(): string {
    return this.#queue;
  }

  /** There may be a job now. */
  wake(): void {
    this.#woken = true;
    this.#rouse?.();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      const free = this.#options.concurrency - this.#busy;
      // A slot that becomes free wakes.
      if (free === 0) await this.#sleep(undefined);
      else await this.#fill(free);
    }
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
    this.#reporting.onStopped();
  }

  async #fill(free: number): Promise<void> {
    try {
      const { jobs, nextDueMs } = await this.#source.claim(this.#queue, free, this.#options.visibilityMs);
      for (const held of jobs) this.#start(held);
      if (jobs.length < free) await this.#sleep(nextDueMs);
    } catch (error) {
      this.#reporting.onFault(`queue ${this.#queue} could not be read`, error);
      this.#woken = false;
      await this.#sleep(AFTER_FAULT_MS);
    }
  }

  #start(held: HeldJob): void {
    this.#busy += 1;
    const running = this.#deliver(held).finally(() => this.#inFlight.delete(running));
    this.#inFlight.add(running);
  }

  async #deliver(held: HeldJob): Promise<void> {
    // Claimed while stop() was called: given back at once, as if it had never been taken.
    const handler = this.#stopping ? giveBack : this.#handler;
    const ending = await deliver(held, handler, this.#options, this.#reporting.onFault);
    const wasFull = this.#busy === this.#options.concurrency;
    this.#busy -= 1;
    // A job given back may be due before the next look.
    if (wasFull || ending === 'retried') this.wake();
  }

  /** Until woken, or for that long at most. */
  async #sleep(ms: number | undefined): Promise<void> {
    if (this.#woken || this.#stopping) return;
    await new Promise<void>((resolve) => {
      const timer =
        ms === undefined
          ? undefined
          : setTimeout(resolve, Math.min(MAXIMUM_SLEEP_MS, Math.max(MINIMUM_SLEEP_MS, Math.ceil(ms))));
      this.#rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#rouse = undefined;
  }
}
