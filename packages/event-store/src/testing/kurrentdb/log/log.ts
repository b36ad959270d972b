import { LogFile } from './log-file.ts';
import { atRecord, beforeAll, type LogPosition } from './log-position.ts';
import type { LoggedEvent, LogRecord, ProposedRecord } from './log-records.ts';

interface Stream {
  events: LoggedEvent[];
  /** How many of them are indexed. */
  indexed: number;
}

/** The revision of the event that ends a stream for ever; also the `$tb` of a soft deletion. */
export const deletedStream = 2n ** 63n - 1n;

/**
 * The records of one node, in order, at byte offsets. What is written but not yet indexed is the tail: only writes
 * see it. Reads see what is indexed.
 */
export class StandInLog {
  readonly records: LogRecord[] = [];
  readonly #streams = new Map<string, Stream>();
  readonly #file: LogFile | undefined;
  #indexed = 0;

  /** With a file, records are synced to it before they are answered, and read from it at the start. */
  constructor(file?: string) {
    if (file === undefined) return;
    this.#file = new LogFile(file);
    for (const group of this.#file.load()) for (const record of group) this.#add(record);
    this.indexAll();
  }

  /** Where the next record begins. */
  get end(): bigint {
    const last = this.records.at(-1);
    return last ? last.position + BigInt(last.sizeBytes) : 0n;
  }

  /** How many records are indexed. */
  get indexedCount(): number {
    return this.#indexed;
  }

  /** The place of the last indexed event; before all when there is none. Other records are not indexed. */
  get lastIndexed(): LogPosition {
    for (let index = this.#indexed - 1; index >= 0; index--) {
      const { event, position } = this.records[index]!;
      if (event) return atRecord(position);
    }
    return beforeAll;
  }

  /** Writes records that belong together; they are not indexed yet. */
  write(group: readonly ProposedRecord[]): LogRecord[] {
    this.#file?.append(group);
    return group.map((record) => this.#add(record));
  }

  /** Takes over what another node has and cuts off what differs from it. Indexes what is indexed there. */
  follow(leader: StandInLog): LogRecord[] {
    const same = this.records.findIndex((record, index) => !isSame(record, leader.records[index]));
    if (same !== -1) this.truncate(same);
    const missing = leader.records.slice(this.records.length);
    if (missing.length > 0) this.write(missing.map(proposed));
    return this.index(leader.indexedCount);
  }

  /** Makes readable what was written, up to this many records. */
  index(upTo: number): LogRecord[] {
    const fresh = this.records.slice(this.#indexed, upTo);
    for (const { event } of fresh) if (event) this.#streams.get(event.stream)!.indexed++;
    this.#indexed = Math.max(this.#indexed, Math.min(upTo, this.records.length));
    return fresh;
  }

  indexAll(): LogRecord[] {
    return this.index(this.records.length);
  }

  /** Cuts the log off after this many records. */
  truncate(count: number): void {
    for (const { event } of this.records.splice(count).toReversed()) {
      if (!event) continue;
      const stream = this.#streams.get(event.stream)!;
      stream.events.pop();
      stream.indexed = Math.min(stream.indexed, stream.events.length);
    }
    this.#indexed = Math.min(this.#indexed, count);
    this.#file?.rewrite(this.records.map((record) => [proposed(record)]));
  }

  /** The events of a stream: what is indexed, or with the tail. */
  stream(name: string, view: 'indexed' | 'written' = 'indexed'): readonly LoggedEvent[] {
    const stream = this.#streams.get(name);
    if (!stream) return [];
    return view === 'written' || stream.indexed === stream.events.length
      ? stream.events
      : stream.events.slice(0, stream.indexed);
  }

  /** The last revision of a stream, -1 when it has none, `deletedStream` after its tombstone. */
  lastRevision(name: string, view: 'indexed' | 'written' = 'indexed'): bigint {
    const stream = this.#streams.get(name);
    if (!stream) return -1n;
    const count = view === 'written' ? stream.events.length : stream.indexed;
    return stream.events[count - 1]?.revision ?? -1n;
  }

  close(): void {
    this.#file?.close();
  }

  #add(proposedRecord: ProposedRecord): LogRecord {
    const position = this.end;
    const record: LogRecord =
      proposedRecord.kind === 'empty'
        ? { position, sizeBytes: proposedRecord.sizeBytes, event: undefined }
        : this.#eventRecord(position, proposedRecord);
    this.records.push(record);
    return record;
  }

  #eventRecord(position: bigint, record: Extract<ProposedRecord, { kind: 'event' }>): LogRecord {
    const { stream: name, createdMs, event } = record;
    let stream = this.#streams.get(name);
    if (!stream) this.#streams.set(name, (stream = { events: [], indexed: 0 }));
    const last = stream.events.at(-1)?.revision ?? -1n;
    const revision = record.tombstone ? deletedStream : last + 1n;
    const logged: LoggedEvent = { ...event, stream: name, revision, position, createdMs };
    stream.events.push(logged);
    return { position, sizeBytes: recordSize(logged), event: logged };
  }
}

/** Bytes of a record around what an event brings; the number itself is no promise. */
const recordOverheadBytes = 92;

function recordSize({ stream, type, data, metadata }: LoggedEvent): number {
  return recordOverheadBytes + stream.length + type.length + data.length + metadata.length;
}

function isSame(one: LogRecord, other: LogRecord | undefined): boolean {
  return one.position === other?.position && one.event?.id === other.event?.id;
}

function proposed({ event, sizeBytes }: LogRecord): ProposedRecord {
  if (!event) return { kind: 'empty', sizeBytes };
  const { stream, createdMs, id, type, contentType, data, metadata } = event;
  const tombstone = event.revision === deletedStream ? { tombstone: true as const } : {};
  return {
    kind: 'event',
    stream,
    createdMs,
    event: { id, type, contentType, data, metadata },
    ...tombstone,
  };
}
