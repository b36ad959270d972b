import { setTimeout as sleep } from 'node:timers/promises';

import type { UserPrincipal } from '@lacre/access';
import { FEED_SCAN, feedEventOf, type AnswerOf, type FeedEvent } from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';
import type { Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';

import type { ProjectionWatch } from '../reading/projection-watch.ts';
import type { ReadModels } from '../reading/read-models.ts';
import { FeedIndex, type Entry } from './feed-index.ts';

type Page = AnswerOf<'eventFeed'>;

interface Scan {
  entries: readonly Entry[];
  /** Up to where was looked; undefined while there is nothing. */
  next: Position | undefined;
  more: boolean;
}

interface Asked {
  after?: string | undefined;
  limit: number;
  /** Seconds. */
  wait: number;
}

/** Least time between two looks of a waiting request, milliseconds: others' facts wake it too. */
const LOOK_AGAIN_MS = 150;
/** Waits without any news are cut so, milliseconds: progress that was not heard of is found. */
const LONGEST_SLEEP_MS = 2000;
const SPAN = BigInt(FEED_SCAN);
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
  readonly #log: DomainLog;

  constructor(deps: { models: ReadModels; watch: ProjectionWatch; log: DomainLog }) {
    this.#models = deps.models;
    this.#watch = deps.watch;
    this.#log = deps.log;
  }

  /**
   * The facts after a position, once there are any, or what there is after `wait` seconds. Of what the caller may not
   * see no more than some thousand is passed over at a time: the page is empty then, and says where to go on.
   *
   * @param gone aborts when the client is gone
   * @throws Refusal CLASS_VALIDATION_ERROR for a position that is none of this log, or beyond its end
   */
  async read(caller: UserPrincipal, asked: Asked, gone: AbortSignal): Promise<Page> {
    if (asked.after !== undefined) this.#watch.assertPosition(asked.after, 'after');
    const deadline = performance.now() + asked.wait * 1000;
    for (let { after } = asked; ;) {
      const { entries, next, more } = await this.#scan(caller, after, asked.limit);
      const isIdle = entries.length === 0 && !more;
      if (isIdle && asked.after !== undefined && after === asked.after) await this.#assertReached(after);
      const leftMs = deadline - performance.now();
      if (entries.length > 0 || more || leftMs <= 0 || gone.aborted || this.#watch.isClosing)
        return { items: await this.#told(entries), next: next ?? null, more };
      // What was looked through once is not looked through again.
      after = next;
      await this.#watch.nextProgress(Math.min(leftMs, LONGEST_SLEEP_MS));
      await sleep(Math.min(leftMs, LOOK_AGAIN_MS), undefined, { ref: false });
    }
  }

  /**
   * Nothing ever stands after a position of another log, or of a log that lost its end: a reader that waits there would
   * not hear of anything, and would not know. @throws Refusal
   */
  async #assertReached(position: string): Promise<void> {
    const head = await this.#log.head();
    if (head !== 'start' && this.#log.comparePositions(position as Position, head) <= 0) return;
    throw new Refusal('CLASS_VALIDATION_ERROR', {
      fieldErrors: [{ field: 'after', message: 'Esta posição está além do fim do registro' }],
    });
  }

  /** Looks from a position to the next mark, in one snapshot. */
  #scan(caller: UserPrincipal, after: Position | undefined, limit: number): Promise<Scan> {
    const freshness = { minPosition: undefined, projections: ['feed'] } as const;
    return this.#models.ofCaller(caller, freshness, async (db) => {
      const index = new FeedIndex(db, caller.tenantId, this.#log);
      const head = await index.head();
      if (head === undefined) return { entries: [], next: after, more: false };
      const from = after === undefined ? 0n : await index.numberUpTo(after, head);
      if (from >= head.number) return { entries: [], next: after, more: false };
      const mark = (from / SPAN + 1n) * SPAN + 1n;
      const to = mark < head.number ? mark : head.number;
      const entries = await index.entries(from, to, limit);
      const last = entries.length < limit ? undefined : entries.at(-1);
      if (last !== undefined) return { entries, next: last.position, more: last.number < head.number };
      const next = to === head.number ? head.position : await index.markAt(to);
      return { entries, next, more: to < head.number };
    });
  }

  async #told(entries: readonly Entry[]): Promise<FeedEvent[]> {
    const events = await readEntries(this.#log, entries);
    return entries.flatMap((entry) => {
      const event = events.get(entry.position);
      const told = event === undefined ? undefined : feedEventOf(event);
      return told === undefined ? [] : [told];
    });
  }
}

/** The events where the entries say, by position; what is near in one stream is read together. */
async function readEntries(
  log: DomainLog,
  entries: readonly Entry[],
): Promise<ReadonlyMap<Position, LoggedEvent>> {
  const runs: { stream: string; from: bigint; to: bigint }[] = [];
  for (const [stream, own] of Map.groupBy(entries, (entry) => entry.stream)) {
    for (const revision of own.map((entry) => entry.revision)) {
      const run = runs.at(-1);
      if (run?.stream === stream && revision - run.to <= RUN_GAP) run.to = revision;
      else runs.push({ stream, from: revision, to: revision });
    }
  }
  const found = new Map<Position, LoggedEvent>();
  const waiting = runs.values();
  const reader = async () => {
    for (const { stream, from, to } of waiting)
      for await (const event of log.readStream(stream, { from, limit: Number(to - from) + 1 }))
        found.set(event.position, event);
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, reader));
  return found;
}
