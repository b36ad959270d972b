import type { RateLimit } from '@lacre/contracts';
import { addressGroup, Refusal } from '@lacre/http';

interface Window {
  startedAt: number;
  spent: number;
}

/** Addresses remembered at most: beyond it the oldest window is forgotten. */
const MAX_ADDRESSES = 10_000;

/** So many requests an address in so much time, counted in fixed windows that begin with an address's first request. */
export class RequestBudget {
  readonly #limit: RateLimit;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  constructor(limit: RateLimit, now: () => number = Date.now) {
    this.#limit = limit;
    this.#now = now;
  }

  /** @throws Refusal TOO_MANY_REQUESTS, with the seconds until the window ends */
  spend(address: string): void {
    const current = this.#windowOf(address);
    current.spent += 1;
    if (current.spent > this.#limit.tries) this.#refuse(current);
  }

  /** Spends nothing. @throws Refusal TOO_MANY_REQUESTS when nothing is left */
  assertLeft(address: string): void {
    const current = this.#windowOf(address);
    if (current.spent >= this.#limit.tries) this.#refuse(current);
  }

  #windowOf(address: string): Window {
    const key = addressGroup(address);
    const now = this.#now();
    const known = this.#windows.get(key);
    if (known && now - known.startedAt < this.#limit.windowSeconds * 1000) return known;
    const fresh = { startedAt: now, spent: 0 };
    this.#open(key, fresh);
    return fresh;
  }

  #refuse({ startedAt }: Window): never {
    const retryAfterSeconds = Math.max(
      1,
      Math.ceil((startedAt + this.#limit.windowSeconds * 1000 - this.#now()) / 1000),
    );
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }

  #open(key: string, window: Window): void {
    this.#windows.delete(key);
    const oldest = this.#windows.keys().next();
    if (this.#windows.size >= MAX_ADDRESSES && !oldest.done) this.#windows.delete(oldest.value);
    this.#windows.set(key, window);
  }
}
