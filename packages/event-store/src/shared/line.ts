import { matches } from '../filter.ts';
import type { EventStore, Filter, Position, RecordedEvent, SubscriptionMessage } from '../port.ts';
import { WakeUp } from '../wake-up.ts';

/** Most events queued for one subscriber; one that lags further catches up with a subscription of its own. */
export const MAX_WAITING_EVENTS = 10_000;

export interface LineOptions {
  store: Pick<EventStore, 'comparePositions'>;
  /** The subscriber knows everything up to here. */
  known: Position | 'start';
  filter: Filter | undefined;
  batchSize: number;
  signal: AbortSignal;
}

/** Messages that wait for one subscriber. */
export class Line {
  /** Everything after it comes by the line. */
  readonly from: Position | 'start';
  readonly #arrived = new WakeUp();
  #waiting: SubscriptionMessage[] = [];
  #waitingEvents = 0;
  #ended = false;

  constructor(from: Position | 'start') {
    this.from = from;
  }

  /** @returns false when too much waits: nothing more will come */
  add(message: SubscriptionMessage): boolean {
    this.#waiting.push(message);
    if (message.kind === 'events') this.#waitingEvents += message.events.length;
    if (this.#waitingEvents > MAX_WAITING_EVENTS) this.end();
    else this.#arrived.signal();
    return !this.#ended;
  }

  /** What waits is dropped: the subscriber goes on from the last message it took. */
  end(): void {
    this.#ended = true;
    this.#waiting = [];
    this.#arrived.signal();
  }

  /** All that waits as one message, as soon as there is any, until the line has ended. */
  async *messages(
    options: LineOptions,
  ): AsyncGenerator<Exclude<SubscriptionMessage, { kind: 'caughtUp' }>, void> {
    const { store, filter, batchSize, signal } = options;
    let { known } = options;
    const isNew = (position: Position) => known === 'start' || store.comparePositions(position, known) > 0;
    while (!signal.aborted) {
      const seen = this.#arrived.now();
      if (this.#ended) return;
      const { events, position } = this.#take((event) => matches(filter, event) && isNew(event.position));
      if (position === undefined || !isNew(position)) {
        await this.#arrived.after(seen, { signal });
        continue;
      }
      for (let at = 0; at < events.length; at += batchSize) {
        const batch = events.slice(at, at + batchSize);
        const isLast = at + batchSize >= events.length;
        yield { kind: 'events', events: batch, position: isLast ? position : batch.at(-1)!.position };
        if (signal.aborted) return;
      }
      if (events.length === 0) yield { kind: 'checkpoint', position };
      known = position;
    }
  }

  #take(concerns: (event: RecordedEvent) => boolean): {
    events: RecordedEvent[];
    position: Position | undefined;
  } {
    const taken = this.#waiting;
    this.#waiting = [];
    this.#waitingEvents = 0;
    const events = taken.flatMap((message) => (message.kind === 'events' ? message.events : []));
    const position = taken.findLast((message) => message.position !== undefined)?.position;
    return { events: events.filter(concerns), position };
  }
}
