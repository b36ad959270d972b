import type { LoggedEvent } from '@lacre/domain-log';
import {
  EventStoreDecorator,
  type AppendOptions,
  type AppendResult,
  type EventStore,
  type NewEvent,
  type OrderedAppend,
} from '@lacre/event-store';
import { factOf, Fold, changesOf, openWorkModel } from '@lacre/projector';
import type { Json } from '@lacre/work-queue';

/** Work that the log asks for and has no answer to yet. */
export interface OpenItem {
  kind: string;
  key: string;
  payload: Json;
  /** Not done before this moment. */
  notBefore: Date;
}

const [openWorkTable] = openWorkModel.tables;

/**
 * An event store that says of what is appended through it which work is open, by the product's own reactors: what
 * the projector says of the whole log, from its tables.
 */
export class OpenWorkStore extends EventStoreDecorator {
  readonly #fold = new Fold('everything');
  readonly #onAppended: (event: NewEvent) => void;

  constructor(store: EventStore, onAppended: (event: NewEvent) => void) {
    super(store);
    this.#onAppended = onAppended;
  }

  override async append(
    stream: string,
    events: readonly NewEvent[],
    options: AppendOptions,
  ): Promise<AppendResult> {
    const result = await super.append(stream, events, options);
    this.#note(stream, events, result);
    return result;
  }

  override async appendInOrder(appends: readonly OrderedAppend[]): Promise<AppendResult[]> {
    const results = await super.appendInOrder(appends);
    for (const [index, { stream, events }] of appends.entries()) {
      const result = results[index];
      if (result !== undefined) this.#note(stream, events, result);
    }
    return results;
  }

  #note(stream: string, events: readonly NewEvent[], { revision, position }: AppendResult): void {
    for (const [index, event] of events.entries()) {
      const logged = {
        ...event,
        stream,
        revision: revision - BigInt(events.length - 1 - index),
        position,
        recordedAt: event.metadata.occurredAt,
      } as LoggedEvent;
      this.#fold.apply(changesOf(openWorkModel, factOf(logged)));
      this.#onAppended(event);
    }
  }

  /** What is to be done by that moment, the earliest first. */
  dueBy(moment: Date): OpenItem[] {
    const rows = openWorkTable === undefined ? undefined : this.#fold.touched.get(openWorkTable);
    return [...(rows?.values() ?? [])]
      .filter((row) => row !== undefined)
      .map(({ kind, key, payload, not_before: notBefore }) => ({
        kind: String(kind),
        key: String(key),
        payload: payload as Json,
        notBefore: new Date(String(notBefore)),
      }))
      .filter(({ notBefore }) => notBefore <= moment)
      .toSorted((one, other) => one.notBefore.getTime() - other.notBefore.getTime());
  }
}
