import { PositionOfAnotherEpoch } from './errors.ts';
import { EventStoreDecorator } from './event-store-decorator.ts';
import type {
  AppendOptions,
  AppendResult,
  EventStore,
  Filter,
  NewEvent,
  OrderedAppend,
  Position,
  ReadStreamOptions,
  RecordedEvent,
  SubscribeOptions,
  SubscriptionMessage,
} from './port.ts';

/** One history of a log. A log that is restored to an earlier state, or moved, on purpose begins another. */
export interface Epoch {
  /** Eight hexadecimal digits, at random. */
  name: string;
  /** Positions without an epoch, from before there were any, are of the first. */
  isFirst: boolean;
}

/** An event that was acknowledged or delivered: a log that lacks it later was cut. */
export type Seen = Pick<RecordedEvent, 'stream' | 'revision' | 'id' | 'position'>;

const STAMP_LENGTH = 9;
const isStamped = (position: string): boolean => position[STAMP_LENGTH - 1] === '.';

/** The epoch that a position carries; undefined for one from before there were any. */
export const epochOf = (position: string): string | undefined =>
  isStamped(position) ? position.slice(0, STAMP_LENGTH - 1) : undefined;

/** The position as the store below writes it. */
export const bareOf = (position: Position): Position =>
  isStamped(position) ? (position.slice(STAMP_LENGTH) as Position) : position;

/**
 * The store with the epoch in every position it gives, so that it stands beside whatever remembers one: checkpoints,
 * cursors, pages of a feed. Every promise of the port holds as the store below keeps it.
 *
 * Wherever a position is given, PositionOfAnotherEpoch is thrown for one that is of another.
 *
 * @param onSeen called with the last event of each append and of each message of a subscription
 */
export function inEpoch(
  store: EventStore,
  epoch: Epoch,
  onSeen: (seen: Seen) => void = () => {},
): EventStore {
  return new EpochEventStore(store, epoch, onSeen);
}

class EpochEventStore extends EventStoreDecorator {
  readonly #epoch: Epoch;
  readonly #onSeen: (seen: Seen) => void;

  constructor(store: EventStore, epoch: Epoch, onSeen: (seen: Seen) => void) {
    super(store);
    this.#epoch = epoch;
    this.#onSeen = onSeen;
  }

  override async append(
    stream: string,
    events: readonly NewEvent[],
    options: AppendOptions,
  ): Promise<AppendResult> {
    return this.#made({ stream, events, options }, await this.store.append(stream, events, options));
  }

  override async appendInOrder(appends: readonly OrderedAppend[]): Promise<AppendResult[]> {
    const results = await this.store.appendInOrder(appends);
    return appends.map((append, index) => this.#made(append, results[index]!));
  }

  #made({ stream, events }: OrderedAppend, { revision, position: bare }: AppendResult): AppendResult {
    const position = this.#stamped(bare);
    const last = events.at(-1);
    if (last !== undefined) this.#onSeen({ stream, revision, id: last.id, position });
    return { revision, position };
  }

  override async *readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent> {
    for await (const event of this.store.readStream(stream, options)) yield this.#stamp(event);
  }

  override async *readAll(options: Parameters<EventStore['readAll']>[0]): AsyncIterable<RecordedEvent> {
    const after = this.#below(options.after);
    for await (const event of this.store.readAll({ ...options, after })) yield this.#stamp(event);
  }

  override async *subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage> {
    const after = this.#below(options.after);
    for await (const message of this.store.subscribe({ ...options, after })) {
      if (message.kind === 'events') {
        for (const event of message.events) this.#stamp(event);
        const last = message.events.at(-1);
        if (last !== undefined) this.#onSeen(last);
      }
      if (message.position !== undefined) message.position = this.#stamped(message.position);
      yield message;
    }
  }

  override async head(): Promise<Position | 'start'> {
    const head = await this.store.head();
    return head === 'start' ? head : this.#stamped(head);
  }

  override hasEventsAfter(position: Position | 'start', filter: Filter): Promise<boolean> {
    return this.store.hasEventsAfter(this.#below(position), filter);
  }

  override comparePositions(a: Position, b: Position): number {
    return this.store.comparePositions(this.#bare(a), this.#bare(b));
  }

  override shareUpTo(position: Position, end: Position): number {
    return this.store.shareUpTo(this.#bare(position), this.#bare(end));
  }

  #stamped(position: Position): Position {
    return `${this.#epoch.name}.${position}` as Position;
  }

  #stamp(event: RecordedEvent): RecordedEvent {
    event.position = this.#stamped(event.position);
    return event;
  }

  #below(after: Position | 'start'): Position | 'start' {
    return after === 'start' ? after : this.#bare(after);
  }

  #bare(position: Position): Position {
    const { name, isFirst } = this.#epoch;
    if (isStamped(position) ? !position.startsWith(name) : !isFirst)
      throw new PositionOfAnotherEpoch(position);
    return bareOf(position);
  }
}
