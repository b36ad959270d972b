import { RetryLater } from '../port.ts';
import type { ConsumeOptions, Consumer, FaultListener, JobHandler } from '../port.ts';
import { deliver } from './deliver.ts';
import type { HeldJob } from './deliver.ts';

/** Where a {@link PollingConsumer} takes its jobs from. */
export interface JobSource {
  /** Takes hold of at most `limit` jobs that are due. */
  claim(queue: string, limit: number, visibilityMs: number): Promise<HeldJob[]>;
  /** Milliseconds until a job now waiting or held is due, or undefined when there is none. */
  untilNextDueMs(queue: string): Promise<number | undefined>;
}

export interface PollingOptions {
  /** Longest sleep between two looks at the source: how late a job is when its wake-up was lost. */
  pollMs: number;
  onFault: FaultListener;
  /** Called once, when the consumer has stopped. */
  onStopped: () => void;
}

/** Shortest sleep: a job that is due but being claimed by somebody else is not hammered either. */
const MINIMUM_SLEEP_MS = 5;
/** Pause after a failed look at the source, so that a broken one is not hammered. */
const AFTER_FAULT_MS = 250;

const giveBack: JobHandler = () => Promise.reject(new RetryLater(0, 'the consumer is stopping'));

/** Claims as many jobs as it has free slots, whenever it is woken, one falls due, or `pollMs` have passed. */
export class PollingConsumer implements Consumer {
  readonly #source: JobSource;
  readonly #queue: string;
  readonly #handler: JobHandler;
  readonly #options: ConsumeOptions;
  readonly #polling: PollingOptions;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #running: Promise<void>;
  #busy = 0;
  #stopping = false;
  /** Set by whoever wants a look at the source, cleared before each look: no wake-up falls between. */
  #woken = false;
  #rouse: (() => void) | undefined;

  constructor(
    source: JobSource,
    queue: string,
    handler: JobHandler,
    options: ConsumeOptions,
    polling: PollingOptions,
  ) {
    this.#source = source;
    this.#queue = queue;
    this.#handler = handler;
    this.#options = options;
    this.#polling = polling;
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
    this.#polling.onStopped();
  }

  async #fill(free: number): Promise<void> {
    try {
      const jobs = await this.#source.claim(this.#queue, free, this.#options.visibilityMs);
      for (const held of jobs) this.#start(held);
      if (jobs.length === free || this.#woken) return;
      const dueMs = (await this.#source.untilNextDueMs(this.#queue)) ?? Infinity;
      await this.#sleep(Math.min(dueMs, this.#polling.pollMs));
    } catch (error) {
      this.#polling.onFault(`queue ${this.#queue} could not be read`, error);
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
    const ending = await deliver(held, handler, this.#options, this.#polling.onFault);
    const wasFull = this.#busy === this.#options.concurrency;
    this.#busy -= 1;
    // A job given back may be due before the next look.
    if (wasFull || ending === 'retried') this.wake();
  }

  /** Until woken, or for that long. */
  async #sleep(ms: number | undefined): Promise<void> {
    if (this.#woken || this.#stopping) return;
    await new Promise<void>((resolve) => {
      const timer =
        ms === undefined ? undefined : setTimeout(resolve, Math.max(MINIMUM_SLEEP_MS, Math.ceil(ms)));
      this.#rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#rouse = undefined;
  }
}
