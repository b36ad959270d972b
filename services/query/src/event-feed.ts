import { setTimeout as sleep } from 'node:timers/promises';

import { feedEventOf, type AnswerOf, type FeedEvent } from '@lacre/contracts';
import type { EventStore, Position, RecordedEvent } from '@lacre/event-store';
import type { UserPrincipal } from '@lacre/http';

import type { ProjectionWatch } from './projection-watch.ts';
import type { Reader, ReadModels } from './read-models.ts';

type Page = AnswerOf<'eventFeed'>;

interface Entry {
  number: bigint;
  position: Position;
  stream: string;
  revision: bigint;
}

interface Asked {
  after?: string | undefined;
  limit: number;
  /** Seconds. */
  wait: number;
}

/** Whoever waits looks again no more often than this, milliseconds: others' facts wake them too. */
const LOOK_AGAIN_MS = 150;
/** Waits without any news are cut so, milliseconds: progress that was not heard of is found. */
const LONGEST_SLEEP_MS = 2000;
/** Entries of one stream this close to each other are read in one go. */
const RUN_GAP = 16n;
const READS_AT_ONCE = 8;

/**
 * A tenant's facts in the log's order. What they say is read from the log; an index, bound to the caller by row-level
 * security, says where they stand, so that the work depends on the page and not on the log.
 */
export class EventFeed {
  readonly #models: ReadModels;
  readonly #watch: ProjectionWatch;
  readonly #store: EventStore;

  constructor(deps: { models: ReadModels; watch: ProjectionWatch; eventStore: EventStore }) {
    this.#models = deps.models;
    this.#watch = deps.watch;
    this.#store = deps.eventStore;
  }

  /**
   * The facts after a position, once there are any, or what there is after `wait` seconds.
   *
   * @param gone aborts when nobody waits for the answer any more
   * @throws Refusal CLASS_VALIDATION_ERROR for a position that is none of this log
   */
  async read(caller: UserPrincipal, asked: Asked, gone: AbortSignal): Promise<Page> {
    const { after, limit } = asked;
    if (after !== undefined) this.#watch.assertPosition(after, 'after');
    const deadline = performance.now() + asked.wait * 1000;
    for (;;) {
      const entries = await this.#entries(caller, after, limit);
      const leftMs = deadline - performance.now();
      if (entries.length > 0 || leftMs <= 0 || gone.aborted || this.#watch.isClosing)
        return { items: await this.#told(entries), next: entries.at(-1)?.position ?? after ?? null };
      await this.#watch.nextProgress(Math.min(leftMs, LONGEST_SLEEP_MS));
      await sleep(Math.min(leftMs, LOOK_AGAIN_MS), undefined, { ref: false });
    }
  }

  #entries(caller: UserPrincipal, after: Position | undefined, limit: number): Promise<Entry[]> {
    const freshness = { minPosition: undefined, projections: ['feed'] } as const;
    return this.#models.ofCaller(caller, freshness, async (db) => {
      const from = after === undefined ? 0n : await this.#numberUpTo(db, caller.tenantId, after);
      const found = db
        .selectFrom('read.feed_entry')
        .select(['number', 'position', 'stream', 'revision'])
        .where('tenant_id', '=', caller.tenantId)
        .where('number', '>', from)
        .orderBy('number')
        .limit(limit);
      return (await found.execute()) as Entry[];
    });
  }

  /**
   * The number of the last entry at or before the position. Mostly an entry stands right there; a position from
   * elsewhere, as a command's answer, is found by halving: only the store can order positions.
   */
  async #numberUpTo(db: Reader, tenantId: string, position: Position): Promise<bigint> {
    const entries = db
      .selectFrom('read.feed_entry')
      .select(['number', 'position'])
      .where('tenant_id', '=', tenantId);
    const exact = await entries.where('position', '=', position).executeTakeFirst();
    if (exact !== undefined) return exact.number;
    const last = await entries.orderBy('number', 'desc').limit(1).executeTakeFirst();
    let [low, high] = [0n, BigInt(last?.number ?? 0)];
    while (low < high) {
      const middle = (low + high + 1n) / 2n;
      const near = await entries
        .where('number', '<=', middle)
        .where('number', '>', low)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (near !== undefined && this.#store.comparePositions(near.position as Position, position) > 0)
        high = near.number - 1n;
      else low = middle;
    }
    return low;
  }

  async #told(entries: readonly Entry[]): Promise<FeedEvent[]> {
    const events = await readEntries(this.#store, entries);
    return entries.flatMap((entry) => {
      const event = events.get(entry.position);
      const told = event === undefined ? undefined : feedEventOf(event);
      return told === undefined ? [] : [told];
    });
  }
}

/** The events where the entries say, by position; what is near in one stream is read together. */
async function readEntries(
  store: EventStore,
  entries: readonly Entry[],
): Promise<ReadonlyMap<Position, RecordedEvent>> {
  const runs: { stream: string; from: bigint; to: bigint }[] = [];
  for (const [stream, own] of Map.groupBy(entries, (entry) => entry.stream)) {
    for (const revision of own.map((entry) => entry.revision)) {
      const run = runs.at(-1);
      if (run?.stream === stream && revision - run.to <= RUN_GAP) run.to = revision;
      else runs.push({ stream, from: revision, to: revision });
    }
  }
  const found = new Map<Position, RecordedEvent>();
  const waiting = runs.values();
  const reader = async () => {
    for (const { stream, from, to } of waiting)
      for await (const event of store.readStream(stream, { from, limit: Number(to - from) + 1 }))
        found.set(event.position, event);
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, reader));
  return found;
}
