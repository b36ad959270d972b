import { FEED_SCAN } from '@lacre/contracts';
import type { EventStore, Position } from '@lacre/event-store';

import type { Reader } from '../reading/read-models.ts';

/** Where a fact stands in the log, numbered in its tenant. */
export interface Entry {
  number: bigint;
  position: Position;
  stream: string;
  revision: bigint;
}

type Place = Pick<Entry, 'number' | 'position'>;

const SPAN = BigInt(FEED_SCAN);

/**
 * The index of one tenant's facts as one caller sees it: entries within their reach, and where the last one and every
 * thousandth stand, whosever they are. No question looks at more entries than stand between two marks.
 */
export class FeedIndex {
  readonly #db: Reader;
  readonly #tenantId: string;
  readonly #order: Pick<EventStore, 'comparePositions'>;

  constructor(db: Reader, tenantId: string, order: Pick<EventStore, 'comparePositions'>) {
    this.#db = db;
    this.#tenantId = tenantId;
    this.#order = order;
  }

  async head(): Promise<Place | undefined> {
    const found = this.#db
      .selectFrom('read.feed_head')
      .select(['number', 'position'])
      .where('tenant_id', '=', this.#tenantId);
    return await found.executeTakeFirst();
  }

  /** Those after `from`, up to `to`, that the caller may see. */
  async entries(from: bigint, to: bigint, limit: number): Promise<Entry[]> {
    const found = this.#db
      .selectFrom('read.feed_entry')
      .select(['number', 'position', 'stream', 'revision'])
      .where('tenant_id', '=', this.#tenantId)
      .where('number', '>', from)
      .where('number', '<=', to)
      .orderBy('number')
      .limit(limit);
    return await found.execute();
  }

  /** @param number of a mark: 1, 1,001, 2,001 … */
  async markAt(number: bigint): Promise<Position> {
    const found = this.#db
      .selectFrom('read.feed_mark')
      .select('position')
      .where('tenant_id', '=', this.#tenantId)
      .where('number', '=', number);
    return (await found.executeTakeFirstOrThrow()).position;
  }

  /**
   * A number such that nothing the caller may see stands after it and at or before the position. Mostly the position is
   * the end, or an entry stands right there; one from elsewhere, as a command's answer, is found by halving: only the
   * store can order positions.
   */
  async numberUpTo(position: Position, head: Place): Promise<bigint> {
    if (this.#upTo(position, head)) return head.number;
    const exact = await this.#db
      .selectFrom('read.feed_entry')
      .select('number')
      .where('tenant_id', '=', this.#tenantId)
      .where('position', '=', position)
      .executeTakeFirst();
    if (exact !== undefined) return exact.number;
    let [low, high] = [-1n, (head.number - 1n) / SPAN];
    while (low < high) {
      const middle = (low + high + 1n) / 2n;
      const mark = middle * SPAN + 1n;
      if (this.#upTo(position, { number: mark, position: await this.markAt(mark) })) low = middle;
      else high = middle - 1n;
    }
    if (low < 0n) return 0n;
    const marked = low * SPAN + 1n;
    const near = await this.entries(marked, marked + SPAN, FEED_SCAN);
    return near.findLast((entry) => this.#upTo(position, entry))?.number ?? marked;
  }

  #upTo(position: Position, place: Place): boolean {
    return this.#order.comparePositions(place.position, position) <= 0;
  }
}
