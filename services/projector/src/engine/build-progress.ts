import type { EventStore, Position } from '@lacre/event-store';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import type { Place } from './target.ts';

/** How often progress is noted where readers find it, and how often it is logged, milliseconds. A shorter build is not reported. */
const NOTE_EVERY_MS = 500;
const LOG_EVERY_MS = 5000;
/** The last steps (rows, indexes) are no events: until the swap no more than this is said to be done. */
const MOST_BEFORE_SWAP = 0.99;

/** How far a build is; estimates, for people who wait. */
export interface BuildProgress {
  /** From 0 to 1, by position in the log. */
  share: number;
  eventsLeft: number;
  /** Undefined before it can be estimated. */
  secondsLeft: number | undefined;
}

interface ReportDeps {
  pool: Pool;
  eventStore: EventStore;
  logger: Logger;
}

/** Notes how far a build is, in `projector.build_progress` and every few seconds in the log. */
export class BuildReport {
  readonly #deps: ReportDeps;
  readonly #began = performance.now();
  readonly #end: Place;
  readonly #readModels: readonly string[];
  readonly #firstShare: number;
  #events = 0;
  #noting: Promise<unknown> = Promise.resolve();
  #notedAt = performance.now();
  #loggedAt = performance.now();
  #writing: NodeJS.Timeout | undefined;

  private constructor(deps: ReportDeps, readModels: readonly string[], from: Place, end: Place) {
    this.#deps = deps;
    this.#readModels = readModels;
    this.#end = end;
    this.#firstShare = this.#shareAt(from);
  }

  /** @param from where the build begins, or goes on */
  static async begin(deps: ReportDeps, readModels: readonly string[], from: Place): Promise<BuildReport> {
    return new BuildReport(deps, readModels, from, await deps.eventStore.head());
  }

  /** So many more events are folded, up to this position. */
  folded(events: number, position: Position): void {
    this.#events += events;
    const now = performance.now();
    if (now - this.#notedAt < NOTE_EVERY_MS) return;
    this.#notedAt = now;
    const progress = this.#progressAt(position);
    this.#note(progress);
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#log(progress, 'read models are being built from the log');
  }

  /** Every event is folded; what follows takes a while without any. */
  writing(): void {
    if (this.#end === 'start') return;
    const progress = this.#progressAt(this.#end);
    const leftMs = NOTE_EVERY_MS - (performance.now() - this.#began);
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => this.#note(progress), Math.max(0, leftMs)).unref();
    if (performance.now() - this.#began > LOG_EVERY_MS)
      this.#log(progress, 'every event is folded: rows and indexes are being written');
  }

  /** One target is built event by event instead, for a reason that lies in some event. */
  refused(target: string, refusal: unknown): void {
    if (refusal === undefined) return;
    this.#deps.logger.warn(
      { err: refusal, target },
      'a read model refuses a row: it is built event by event, which takes longer',
    );
  }

  /** The run is over, whatever came of it. */
  [Symbol.dispose](): void {
    clearTimeout(this.#writing);
  }

  /** The build is over, and readers see it. */
  async end(): Promise<void> {
    this[Symbol.dispose]();
    await this.#noting;
    await this.#deps.pool.query('delete from projector.build_progress');
  }

  /** Nothing waits for it, and the next one says more. */
  #note({ share, eventsLeft, secondsLeft }: BuildProgress): void {
    const { pool, logger } = this.#deps;
    this.#noting = this.#noting
      .then(() =>
        pool.query(
          `insert into projector.build_progress (share, events_left, seconds_left) values ($1, $2, $3)
           on conflict (singleton) do update set share = excluded.share, events_left = excluded.events_left,
             seconds_left = excluded.seconds_left, updated_at = now()`,
          [share, eventsLeft, secondsLeft ?? null],
        ),
      )
      .catch((error: unknown) => logger.warn({ err: error }, 'how far a build is could not be noted'));
  }

  #log(progress: BuildProgress, words: string): void {
    const { share, eventsLeft, secondsLeft } = progress;
    this.#deps.logger.info(
      {
        readModels: this.#readModels,
        percent: Math.floor(share * 100),
        eventsFolded: this.#events,
        eventsLeft,
        secondsLeft,
      },
      words,
    );
  }

  #shareAt(place: Place): number {
    if (place === 'start' || this.#end === 'start') return 0;
    return this.#deps.eventStore.shareUpTo(place, this.#end);
  }

  /** Estimates events and time left from the rate of this run: positions are not event counts. */
  #progressAt(position: Position): BuildProgress {
    const share = this.#shareAt(position);
    const done = share - this.#firstShare;
    const left = done <= 0 ? undefined : (1 - share) / done;
    const seconds = (performance.now() - this.#began) / 1000;
    return {
      share: Math.min(share, MOST_BEFORE_SWAP),
      eventsLeft: Math.round((left ?? 0) * this.#events),
      secondsLeft: left === undefined ? undefined : Math.ceil(left * seconds),
    };
  }
}
