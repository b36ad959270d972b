import { untilDue } from './until-due.ts';

/** Pause after a failed look, milliseconds. */
const AFTER_FAULT_MS = 1000;
const TIDY_EVERY_MS = 3_600_000;

export interface SendLoopParts {
  /** Starts what is due, and says when the next is: undefined while nothing waits for its time alone. */
  look: () => Promise<Date | undefined>;
  /** Drops what is over and old; about once an hour. */
  tidy: () => Promise<void>;
  /** Of a look that failed, and is repeated. */
  onFault: (error: unknown) => void;
  /** Default: the machine's clock. */
  now?: (() => Date) | undefined;
}

/** Looks for requests that are due until it is stopped, when the next is due or it is woken. */
export class SendLoop {
  readonly #parts: SendLoopParts;
  readonly #underWay = new Set<Promise<void>>();
  #woken = Promise.withResolvers<void>();
  #tidiedAt = 0;

  constructor(parts: SendLoopParts) {
    this.#parts = parts;
  }

  /** Requests that have not ended. */
  get underWay(): number {
    return this.#underWay.size;
  }

  wake(): void {
    this.#woken.resolve();
  }

  /** Keeps the loop until the request has ended, and looks again then. */
  follow(request: Promise<void>): void {
    const ending = request.finally(() => {
      this.#underWay.delete(ending);
      this.wake();
    });
    this.#underWay.add(ending);
  }

  /** Ends once it is aborted and what is under way has ended. */
  async run(signal: AbortSignal): Promise<void> {
    const { look, onFault, now } = this.#parts;
    while (!signal.aborted) {
      // Taken before the look: what becomes due during it is not missed.
      this.#woken = Promise.withResolvers();
      const woken = this.#woken.promise;
      let dueAt: Date | undefined;
      try {
        dueAt = await look();
        await this.#tidy();
      } catch (error) {
        onFault(error);
        dueAt = new Date((now?.() ?? new Date()).getTime() + AFTER_FAULT_MS);
      }
      await untilDue({ dueAt, woken, signal, now });
    }
    await Promise.all(this.#underWay);
  }

  async #tidy(): Promise<void> {
    if (Date.now() - this.#tidiedAt < TIDY_EVERY_MS) return;
    await this.#parts.tidy();
    this.#tidiedAt = Date.now();
  }
}
