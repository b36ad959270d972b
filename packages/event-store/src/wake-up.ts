/**
 * Lets any number of waiters sleep until something happened or time is up. A waiter notes `now()` before it looks at
 * the log and passes it to `after`: what happens in between is not missed.
 */
export class WakeUp {
  #count = 0;
  #next = Promise.withResolvers<void>();

  /** What has happened so far, to be given to `after`. */
  now(): number {
    return this.#count;
  }

  /** Something happened: wakes all waiters. */
  signal(): void {
    this.#count++;
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }

  /** Resolves when something happened since `seen`, after `timeoutMs`, or when the signal aborts. Never rejects. */
  async after(seen: number, options: { timeoutMs?: number; signal: AbortSignal }): Promise<void> {
    const { timeoutMs, signal } = options;
    if (this.#count !== seen || signal.aborted) return;
    const over = Promise.withResolvers<void>();
    const timer = timeoutMs === undefined ? undefined : setTimeout(over.resolve, timeoutMs);
    const onAbort = (): void => over.resolve();
    signal.addEventListener('abort', onAbort);
    await Promise.race([this.#next.promise, over.promise]);
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
  }
}
