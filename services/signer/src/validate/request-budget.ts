import { Refusal } from '@lacre/http';

export interface RequestBudgetOptions {
  requests: number;
  windowMs: number;
  now?: () => number;
}

/** Addresses remembered at most: beyond it the oldest window is forgotten. */
const MAX_ADDRESSES = 10_000;

/** So many requests an address in so much time, counted in fixed windows that begin with an address's first request. */
export class RequestBudget {
  readonly #options: RequestBudgetOptions;
  readonly #now: () => number;
  readonly #windows = new Map<string, { startedAt: number; spent: number }>();

  constructor(options: RequestBudgetOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => Date.now());
  }

  /** @throws Refusal TOO_MANY_REQUESTS, with the seconds until the window ends */
  spend(address: string): void {
    const { requests, windowMs } = this.#options;
    const key = networkOf(address);
    const now = this.#now();
    const known = this.#windows.get(key);
    const current = known && now - known.startedAt < windowMs ? known : { startedAt: now, spent: 0 };
    if (current !== known) this.#open(key, current);
    current.spent += 1;
    if (current.spent <= requests) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((current.startedAt + windowMs - now) / 1000));
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }

  #open(key: string, window: { startedAt: number; spent: number }): void {
    this.#windows.delete(key);
    const oldest = this.#windows.keys().next();
    if (this.#windows.size >= MAX_ADDRESSES && !oldest.done) this.#windows.delete(oldest.value);
    this.#windows.set(key, window);
  }
}

/** One host holds a whole /64 of IPv6 (RFC 6177): its addresses count as one. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  return `${address.split(':').slice(0, 4).join(':')}::/64`;
}
