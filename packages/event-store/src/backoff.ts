import { setTimeout as sleep } from 'node:timers/promises';

/** Waits between attempts to get a connection back: short at first, then longer, never in step with others. */
export class Backoff {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #failures = 0;

  constructor(options: { firstMs: number; longestMs: number }) {
    this.#firstMs = options.firstMs;
    this.#longestMs = options.longestMs;
  }

  /** Call when an attempt succeeded. */
  reset(): void {
    this.#failures = 0;
  }

  /** Waits after a failed attempt, or until the signal aborts. Never rejects. */
  async wait(signal: AbortSignal): Promise<void> {
    const ceilingMs = Math.min(this.#firstMs * 2 ** this.#failures++, this.#longestMs);
    const delayMs = ceilingMs * (0.5 + Math.random() / 2);
    await sleep(delayMs, undefined, { signal }).catch(() => {});
  }
}
