import type { Logger } from 'pino';

/**
 * Work outside the request, because its duration would disclose what must not be disclosed. It is not a fact and is
 * lost with the process: the request is made again.
 */
export class Background {
  readonly #log: Logger;
  readonly #running = new Set<Promise<void>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  run(what: string, work: () => Promise<unknown>): void {
    const running = (async () => work())()
      .then(() => undefined)
      .catch((error: unknown) => this.#log.warn({ err: error, what }, 'work in the background failed'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves once nothing runs. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
