import { randomUUID } from 'node:crypto';

import {
  binaryEvent,
  END,
  excludeSystemEvents,
  jsonEvent,
  START,
  streamNameFilter,
  type EventData,
  type Filter,
} from '@kurrent/kurrentdb-client';

import { KnownPositions, type Place } from './known-positions.ts';
import type { RecordedEvent, RecordedFilter, RecordedOperation } from './recording.ts';

export interface ReadEvent {
  id: string;
  type: string;
  streamId: string;
  revision: bigint;
  position?: Place | undefined;
}

/** What a recording calls events, streams and places, and what they are in one replay of it. */
export class RecordedNames {
  readonly positions = new KnownPositions();
  readonly #operations: readonly RecordedOperation[];
  readonly #prefix = `r${randomUUID().slice(0, 8)}.`;
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  constructor(operations: readonly RecordedOperation[]) {
    this.#operations = operations;
  }

  /** Streams have a prefix of their own, but for the names whose beginning is what a recording is about. */
  stream(name: string): string {
    return name === '' || name.startsWith('$') ? name : this.#prefix + name;
  }

  filter({ streams }: RecordedFilter, options: Partial<Filter>): Filter {
    const filter = streams
      ? streamNameFilter({ prefixes: streams.map((stream) => this.#prefix + stream) })
      : excludeSystemEvents();
    return Object.assign(filter, options);
  }

  place(from: string): typeof START | typeof END | Place {
    if (from === 'start') return START;
    return from === 'end' ? END : this.positions.place(from);
  }

  /** Names an event that was read, and remembers where it lies. */
  learned(event: ReadEvent): string {
    const name = this.name(event);
    this.positions.learn(name, event.position);
    return name;
  }

  name({ id, type, streamId, revision }: ReadEvent): string {
    const stream = streamId.startsWith(this.#prefix) ? streamId.slice(this.#prefix.length) : streamId;
    return `${this.#names.get(id) ?? `?${type}`}@${stream}/${revision}`;
  }

  eventData({ id: name, type, size, noMetadata, binary }: RecordedEvent): EventData {
    const id = this.#id(name);
    if (binary) return binaryEvent({ id, type, data: Buffer.alloc(this.#binarySize(name), name) });
    const metadata = noMetadata ? {} : { metadata: { of: name } };
    return jsonEvent({ id, type, data: { text: 'x'.repeat(size ?? 0) }, ...metadata });
  }

  #id(name: string): string {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = randomUUID();
    this.#ids.set(name, id);
    this.#names.set(id, name);
    return id;
  }

  /** A recording says of binary data only how many bytes came back. */
  #binarySize(name: string): number {
    for (const operation of this.#operations) {
      if (operation.op !== 'readStream' || !('shown' in operation)) continue;
      const shown = operation.answer.find(({ event }) => event.startsWith(`${name}@`));
      if (shown?.data.startsWith('bytes ')) return Number(shown.data.slice('bytes '.length));
    }
    return 6;
  }
}
