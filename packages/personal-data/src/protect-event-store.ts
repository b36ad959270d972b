import { setTimeout as sleep } from 'node:timers/promises';

import {
  EventStoreDecorator,
  EventStoreUnavailable,
  type AppendOptions,
  type AppendResult,
  type EventStore,
  type NewEvent,
  type OrderedAppend,
  type ReadStreamOptions,
  type RecordedEvent,
  type SubscribeOptions,
  type SubscriptionMessage,
} from '@lacre/event-store';

import { MalformedEvent, PersonalDataDamaged } from './errors.ts';
import { contractsMarking, type Marking } from './marking.ts';
import type { KnownKey, PersonalDataKeys } from './port.ts';
import { openEvent, sealEvent, subjectsIn } from './sealed-event.ts';

/** Events whose keys are asked for together. */
const READ_AHEAD = 256;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

export interface ProtectOptions {
  marking?: Marking;
  /**
   * For audits: called with each event whose data cannot be read, which is then read as it is stored.
   * Without it, reading ends there.
   */
  onDamaged?: ((damage: PersonalDataDamaged) => void) | undefined;
}

/**
 * The store with personal data encrypted in its log: callers see plain events, with `ERASED` where
 * a subject was erased. Every promise of the port holds as the store below keeps it. Keys are made, and asked for, in
 * `keys`; while those cannot be reached neither can the log.
 *
 * Reading throws PersonalDataDamaged where data is neither readable nor erased.
 */
export function protectEventStore(
  store: EventStore,
  keys: PersonalDataKeys,
  options: ProtectOptions = {},
): EventStore {
  return new ProtectedEventStore(store, keys, options);
}

class ProtectedEventStore extends EventStoreDecorator {
  readonly #keys: PersonalDataKeys;
  readonly #marking: Marking;
  readonly #onDamaged: ProtectOptions['onDamaged'];
  readonly #closing = new AbortController();

  constructor(
    store: EventStore,
    keys: PersonalDataKeys,
    { marking = contractsMarking, onDamaged }: ProtectOptions,
  ) {
    super(store);
    this.#keys = keys;
    this.#marking = marking;
    this.#onDamaged = onDamaged;
  }

  /** @throws MalformedEvent for an event that is not what its type says; as the store below else */
  override async append(
    stream: string,
    events: readonly NewEvent[],
    options: AppendOptions,
  ): Promise<AppendResult> {
    return this.store.append(stream, await this.#sealed(stream, events), options);
  }

  override async appendInOrder(appends: readonly OrderedAppend[]): Promise<AppendResult[]> {
    const sealed = await Promise.all(
      appends.map(async (append) => ({
        ...append,
        events: await this.#sealed(append.stream, append.events),
      })),
    );
    return this.store.appendInOrder(sealed);
  }

  override async *readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent> {
    yield* this.#opening(this.store.readStream(stream, options));
  }

  override async *readAll(options: Parameters<EventStore['readAll']>[0]): AsyncIterable<RecordedEvent> {
    yield* this.#opening(this.store.readAll(options));
  }

  override async *subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage> {
    const signal = AbortSignal.any([options.signal, this.#closing.signal]);
    for await (const whole of this.store.subscribe(options)) {
      const message = this.#without(whole, options.passesOver);
      if (message.kind === 'events') {
        const keys = await this.#patiently(message.events, signal);
        if (keys === undefined) return;
        for (const event of message.events) this.#open(event, keys);
      }
      yield message;
    }
  }

  /** What the subscriber passes over is not decrypted, but for erasures that it tells of. */
  #without(message: SubscriptionMessage, passesOver: SubscribeOptions['passesOver']): SubscriptionMessage {
    if (message.kind !== 'events' || passesOver === undefined) return message;
    const { position } = message;
    const events = message.events.filter((event) => {
      if (!passesOver(event)) return true;
      const erased = this.#marking.erasedBy(event);
      if (erased !== undefined) this.#keys.noteErased(erased);
      return false;
    });
    return events.length > 0 ? { kind: 'events', events, position } : { kind: 'checkpoint', position };
  }

  /** Closes the store below; the keys stay open. */
  override async close(): Promise<void> {
    this.#closing.abort();
    await this.store.close();
  }

  async #sealed(stream: string, events: readonly NewEvent[]): Promise<readonly NewEvent[]> {
    for (const event of events) {
      const fault = this.#marking.faultOf(event);
      if (fault !== undefined) throw new MalformedEvent(event.type, fault);
    }
    const leaves = events.map((event) => this.#marking.contentOf(event).leaves);
    const subjects = new Set(leaves.flatMap((each) => each.map(({ subject }) => subject)));
    if (subjects.size === 0) return events;
    const keys = await this.#keys.forWriting([...subjects]);
    return events.map((event, index) => sealEvent(stream, event, leaves[index] ?? [], keys));
  }

  async *#opening(events: AsyncIterable<RecordedEvent>): AsyncIterable<RecordedEvent> {
    let ahead: RecordedEvent[] = [];
    for await (const event of events) {
      ahead.push(event);
      if (ahead.length < READ_AHEAD) continue;
      yield* await this.#opened(ahead);
      ahead = [];
    }
    yield* await this.#opened(ahead);
  }

  async #opened(events: RecordedEvent[]): Promise<RecordedEvent[]> {
    const keys = await this.#keysOf(events);
    for (const event of events) this.#open(event, keys);
    return events;
  }

  async #keysOf(events: readonly RecordedEvent[]): Promise<ReadonlyMap<string, KnownKey>> {
    const subjects = new Set<string>();
    for (const event of events) for (const subject of subjectsIn(event)) subjects.add(subject);
    return subjects.size === 0 ? NO_KEYS : this.#keys.forReading(subjects);
  }

  /** A subscription outlives its connections, that to the keys too. Undefined once it is aborted. */
  async #patiently(
    events: readonly RecordedEvent[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, KnownKey> | undefined> {
    for (let waitMs = FIRST_RETRY_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)) {
      try {
        return await this.#keysOf(events);
      } catch (error) {
        if (!(error instanceof EventStoreUnavailable)) throw error;
        await sleep(waitMs, undefined, { signal }).catch(() => {});
      }
    }
    return undefined;
  }

  /** In the log's order: what comes after an erasure is read without the key, even while it is still there. */
  #open(event: RecordedEvent, keys: ReadonlyMap<string, KnownKey>): void {
    const isErased = (subject: string): boolean => this.#keys.isErased(subject);
    const keyOf = (subject: string) => (isErased(subject) ? 'erased' : keys.get(subject));
    try {
      openEvent(event, keyOf, this.#marking, isErased);
    } catch (error) {
      if (this.#onDamaged === undefined || !(error instanceof PersonalDataDamaged)) throw error;
      this.#onDamaged(error);
    }
    const erased = this.#marking.erasedBy(event);
    if (erased !== undefined) this.#keys.noteErased(erased);
  }
}

const NO_KEYS: ReadonlyMap<string, KnownKey> = new Map();
