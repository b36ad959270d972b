/**
 * Gathers what is asked for while one call is under way into the next: under load one statement answers for
 * many jobs, at rest nothing waits.
 */
export class Batch<T> {
  readonly #run: (items: readonly T[]) => Promise<void>;
  #waiting: { item: T; resolve: () => void; reject: (error: unknown) => void }[] = [];
  #running = false;

  constructor(run: (items: readonly T[]) => Promise<void>) {
    this.#run = run;
  }

  /** Settles as the call that carried the item does. */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#running) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#run(batch.map((entry) => entry.item));
        for (const entry of batch) entry.resolve();
      } catch (error) {
        for (const entry of batch) entry.reject(error);
      }
    }
    this.#running = false;
  }
}
