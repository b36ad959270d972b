/** What one tenant has in hand. */
interface Share {
  working: number;
  /** Its last turn, by the number of turns before it; 0 when it had none. */
  lastTurn: number;
  /** Each learns whether its turn has come, or its place was given to another tenant. */
  waiting: PromiseWithResolvers<boolean>[];
}

const sizeOf = ({ working, waiting }: Share): number => working + waiting.length;

/**
 * Work of many tenants, fairly over the tenants: the one with the least under way is next, of these the one that has
 * waited longest for a turn. One alone may fill the queue; once it is full, a tenant with less in it takes the place of
 * the last that waits of the one with the most (longest queue drop: Suter, Lakshman, Stiliadis and Choudhury, INFOCOM
 * 1998), so that each has an equal share.
 */
export class FairQueue {
  readonly #shares = new Map<string, Share>();
  #turns = 0;
  readonly #atOnce: number;
  readonly #maxInHand: number;

  /** @param limits how much is under way at a time, and how much at most with what waits */
  constructor({ atOnce, maxInHand }: { atOnce: number; maxInHand: number }) {
    this.#atOnce = atOnce;
    this.#maxInHand = maxInHand;
  }

  /**
   * Undefined, without the work begun, when the tenant's share is full: at once, or when another needs the place.
   *
   * @param signal takes what waits out of the queue; what is under way is its work's to end. @throws its reason
   */
  async run<Result>(
    tenantId: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result | undefined> {
    signal?.throwIfAborted();
    const own = this.#shares.get(tenantId) ?? { working: 0, lastTurn: 0, waiting: [] };
    if (this.#inHand() >= this.#maxInHand && !this.#givePlaceTo(own)) return undefined;
    this.#shares.set(tenantId, own);
    const turn = Promise.withResolvers<boolean>();
    own.waiting.push(turn);
    const giveUp = (): void => {
      const place = own.waiting.indexOf(turn);
      if (place === -1) return;
      own.waiting.splice(place, 1);
      if (sizeOf(own) === 0) this.#shares.delete(tenantId);
      turn.reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp);
    this.#serve();
    try {
      if (!(await turn.promise)) return undefined;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
    try {
      return await work();
    } finally {
      own.working -= 1;
      if (sizeOf(own) === 0) this.#shares.delete(tenantId);
      this.#serve();
    }
  }

  #inHand(): number {
    return this.#all().reduce((sum, share) => sum + sizeOf(share), 0);
  }

  #all(): Share[] {
    return [...this.#shares.values()];
  }

  #givePlaceTo(own: Share): boolean {
    const sizes = this.#all().filter(({ waiting }) => waiting.length > 0);
    const largest = sizes.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
    if (largest === undefined || sizeOf(largest) <= sizeOf(own) + 1) return false;
    largest.waiting.pop()?.resolve(false);
    return true;
  }

  #serve(): void {
    for (;;) {
      const underWay = this.#all().reduce((sum, { working }) => sum + working, 0);
      const waiting = this.#all().filter((share) => share.waiting.length > 0);
      const next = waiting.toSorted((a, b) => a.working - b.working || a.lastTurn - b.lastTurn)[0];
      if (underWay >= this.#atOnce || next === undefined) return;
      next.working += 1;
      next.lastTurn = ++this.#turns;
      next.waiting.shift()?.resolve(true);
    }
  }
}
