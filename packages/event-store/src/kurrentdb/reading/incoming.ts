import { setImmediate as nextTurn } from 'node:timers/promises';

import type { RecordedEvent, SubscriptionMessage } from '../../port.ts';
import { WakeUp } from '../../wake-up.ts';

export type Mark = Exclude<SubscriptionMessage, { kind: 'events' }>;

/** While a subscription catches up, a message waits so long for more events to fill it, or for the end of them. */
const fillMs = 100;

const isCheckpoint = (entry: RecordedEvent[] | Mark | undefined): boolean =>
  entry !== undefined && !Array.isArray(entry) && entry.kind === 'checkpoint';

/** What came from the server and was not taken yet: events, and marks between them, in their order. */
export class Incoming {
  readonly #room: number;
  readonly #wake = new WakeUp();
  readonly #never = new AbortController().signal;
  #queue: (RecordedEvent[] | Mark)[] = [];
  #events = 0;
  #caughtUp = false;
  #over = false;
  fault: unknown;

  /** `room`: how many events it holds before the server has to wait. */
  constructor(room: number) {
    this.#room = room;
  }

  addEvent(event: RecordedEvent): void {
    // What a checkpoint says the next event says as well; it would only part a message.
    if (isCheckpoint(this.#queue.at(-1))) this.#queue.pop();
    const last = this.#queue.at(-1);
    if (Array.isArray(last)) last.push(event);
    else this.#queue.push([event]);
    this.#events++;
  }

  addMark(mark: Mark): void {
    if (mark.kind === 'caughtUp') this.#caughtUp = true;
    else if (isCheckpoint(this.#queue.at(-1))) this.#queue.pop();
    this.#queue.push(mark);
  }

  /** Wakes the consumer: an item was added. */
  arrived(): void {
    this.#wake.signal();
  }

  /** No more will come. */
  end(): void {
    this.#over = true;
    this.#wake.signal();
  }

  /** Resolves when there is room for more, or the consumer has ended. */
  async room(): Promise<void> {
    for (let seen = this.#wake.now(); this.#events >= this.#room && !this.#over; seen = this.#wake.now())
      await this.#wake.after(seen, { signal: this.#never });
  }

  /** The next message, of at most `batchSize` events; undefined after the last. */
  async take(batchSize: number): Promise<SubscriptionMessage | undefined> {
    let filledBy: number | undefined;
    for (;;) {
      const seen = this.#wake.now();
      const first = this.#queue[0];
      if (first && !Array.isArray(first)) return this.#queue.shift() as Mark;
      const isParted = this.#queue.length > (isCheckpoint(this.#queue[1]) && !this.#caughtUp ? 2 : 1);
      const full = (first?.length ?? 0) >= batchSize || isParted || this.#over;
      if (first && (full || (filledBy !== undefined && Date.now() >= filledBy)))
        return this.#takeEvents(first, batchSize);
      if (!first && this.#over) return undefined;
      if (!first) {
        await this.#wake.after(seen, { signal: this.#never });
        // What came in one piece is taken in one.
        if (this.#caughtUp) await nextTurn();
        filledBy = Date.now() + (this.#caughtUp ? 0 : fillMs);
      } else {
        filledBy ??= Date.now() + (this.#caughtUp ? 0 : fillMs);
        await this.#wake.after(seen, { timeoutMs: Math.max(1, filledBy - Date.now()), signal: this.#never });
      }
    }
  }

  #takeEvents(first: RecordedEvent[], batchSize: number): SubscriptionMessage {
    const events = first.length <= batchSize ? first : first.splice(0, batchSize);
    if (events === first) this.#queue.shift();
    this.#events -= events.length;
    this.#wake.signal();
    return { kind: 'events', events, position: events.at(-1)!.position };
  }
}
