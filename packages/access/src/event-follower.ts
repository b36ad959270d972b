import type { EventType } from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';
import type { Filter, Position } from '@lacre/event-store';

/** How long a caller waits until the follower has come to an event that is stored already, milliseconds. */
const PATIENCE_MS = 250;
/** Pause after a fault before the log is followed again, milliseconds. */
const AGAIN_AFTER_MS = 1000;

export interface EventListener {
  types: readonly EventType[];
  /** Each event of those types, in the order of the log, from some moment on. */
  onEvent: (event: LoggedEvent) => void;
  /** What was known before may lack events from now on. */
  onGap: () => void;
}

/**
 * One subscription to some types of events that knows how far it has come, and whether the log has more of them: what
 * is kept current by it needs no read of a stream, whichever process a change comes from.
 */
export class EventFollower {
  readonly #log: DomainLog;
  readonly #onFault: (error: unknown) => void;
  readonly #listeners: EventListener[] = [];
  /** Every event up to here was handed on; undefined while the log is not followed. */
  #position: Position | 'start' | undefined;
  #advanced = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #startAgainAt = 0;
  #underWay: Promise<boolean> | undefined;
  #next: Promise<boolean> | undefined;

  constructor(log: DomainLog, onFault: (error: unknown) => void) {
    this.#log = log;
    this.#onFault = onFault;
  }

  /** From the next start of the subscription on: before the first question. */
  add(listener: EventListener): void {
    this.#listeners.push(listener);
  }

  /**
   * Whether every event that was stored before the call has been handed on. Asks the log once for all that ask while an
   * answer is under way, and waits a little for events that are on their way.
   *
   * @returns false when that is unknown; the caller then reads the stream
   * @throws EventStoreUnavailable
   */
  isCurrent(): Promise<boolean> {
    // The answer that is under way may have passed the place of what the caller has just seen stored. Those that ask at
    // once share the next in any case.
    this.#next ??= Promise.allSettled([this.#underWay]).then(() => {
      this.#next = undefined;
      return this.#ask();
    });
    return this.#next;
  }

  /** Whether events are handed on as they come; begins to follow the log where it is not followed yet. */
  isFollowing(): boolean {
    this.#start();
    return this.#position !== undefined;
  }

  #start(): void {
    if (this.#running === undefined && Date.now() >= this.#startAgainAt) this.#running = this.#follow();
  }

  #ask(): Promise<boolean> {
    const asked = this.#compare().finally(() => {
      if (this.#underWay === asked) this.#underWay = undefined;
    });
    this.#underWay = asked;
    return asked;
  }

  async #compare(): Promise<boolean> {
    this.#start();
    const deadlineMs = performance.now() + PATIENCE_MS;
    for (;;) {
      // Both taken before the question: what is handed on meanwhile is not missed.
      const [position, advanced] = [this.#position, this.#advanced.promise];
      if (position === undefined) return false;
      if (!(await this.#log.hasEventsAfter(position, this.#filter()))) return this.#position !== undefined;
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) return false;
      await settledWithin(leftMs, advanced);
    }
  }

  /** Until the store is closed, or a fault. */
  async #follow(): Promise<void> {
    try {
      const after = await this.#log.head();
      for (const { onGap } of this.#listeners) onGap();
      this.#position = after;
      const { signal } = new AbortController();
      for await (const message of this.#log.subscribe({ after, filter: this.#filter(), signal })) {
        if (message.kind === 'events') for (const event of message.events) this.#handOn(event);
        this.#position = message.position ?? this.#position;
        this.#advanced.resolve();
        this.#advanced = Promise.withResolvers();
      }
    } catch (error) {
      this.#onFault(error);
    } finally {
      this.#position = undefined;
      this.#startAgainAt = Date.now() + AGAIN_AFTER_MS;
      this.#running = undefined;
    }
  }

  #handOn(event: LoggedEvent): void {
    for (const { types, onEvent } of this.#listeners) if (types.includes(event.type)) onEvent(event);
  }

  #filter(): Filter {
    return { typePrefixes: this.#listeners.flatMap(({ types }) => types) };
  }
}

async function settledWithin(ms: number, event: Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  await Promise.race([event, over.promise]);
  clearTimeout(timer);
}
