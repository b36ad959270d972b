/** An event as the server gives it (`ReadResp.ReadEvent.RecordedEvent` of the protocol). */
export interface ServerEvent {
  stream: string;
  id: string;
  revision: bigint;
  /** Decimals. */
  commit: string;
  prepare: string;
  type: string;
  /** 100 ns from 1970, decimal. */
  created: string;
  data: Buffer;
  metadata: Buffer;
}

/**
 * The event in a `ReadResp`; undefined when it is another answer.
 *
 * Events are nearly all that is ever read, and the generated classes take four times as long for them as all the rest
 * together: every event went through ten objects, a map and four decimals. Field numbers are those of the client's
 * `streams.proto` and `shared.proto`; a test holds this to the generated classes.
 */
export function decodeEvent(message: Buffer): ServerEvent | undefined {
  if (message[0] !== tag(1)) return undefined;
  const reader = new Reader(message, 0, message.length);
  reader.varint();
  const event = readEventField(reader.nested());
  return event && recorded(event);
}

/** `ReadEvent.event`; the link that may come with it is not asked for. */
function readEventField(reader: Reader): Reader | undefined {
  while (!reader.atEnd) {
    const key = reader.varint();
    if (key === tag(1)) return reader.nested();
    reader.skip(key);
  }
  return undefined;
}

function recorded(reader: Reader): ServerEvent {
  const event: ServerEvent = {
    stream: '',
    id: '',
    revision: 0n,
    commit: '0',
    prepare: '0',
    type: '',
    created: '',
    data: nothing,
    metadata: nothing,
  };
  while (!reader.atEnd) {
    const key = reader.varint();
    if (key === tag(1)) event.id = textField(reader.nested(), 2);
    else if (key === tag(2)) event.stream = textField(reader.nested(), 3);
    else if (key === number(3)) event.revision = BigInt(reader.uint64());
    else if (key === number(4)) event.prepare = String(reader.uint64());
    else if (key === number(5)) event.commit = String(reader.uint64());
    else if (key === tag(6)) describe(event, reader.nested());
    else if (key === tag(7)) event.metadata = reader.bytes();
    else if (key === tag(8)) event.data = reader.bytes();
    else reader.skip(key);
  }
  return event;
}

/** One entry of the map that describes the event. */
function describe(event: ServerEvent, entry: Reader): void {
  let [name, value] = ['', ''];
  while (!entry.atEnd) {
    const key = entry.varint();
    if (key === tag(1)) name = entry.text();
    else if (key === tag(2)) value = entry.text();
    else entry.skip(key);
  }
  if (name === 'type') event.type = value;
  else if (name === 'created') event.created = value;
}

function textField(reader: Reader, field: number): string {
  let text = '';
  while (!reader.atEnd) {
    const key = reader.varint();
    if (key === tag(field)) text = reader.text();
    else reader.skip(key);
  }
  return text;
}

/** Keys of fields with a length, and of varints (https://protobuf.dev/programming-guides/encoding). */
function tag(field: number): number {
  return field * 8 + 2;
}
function number(field: number): number {
  return field * 8;
}

const nothing = Buffer.alloc(0);

class Reader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  constructor(bytes: Buffer, at: number, end: number) {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
  }

  get atEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** Of up to 53 bits. */
  varint(): number {
    const value = this.uint64();
    if (typeof value === 'bigint') throw new RangeError('a number of the protocol is too large');
    return value;
  }

  uint64(): number | bigint {
    let low = 0;
    let factor = 1;
    const from = this.#at;
    for (;;) {
      if (this.#at >= this.#end) throw new RangeError('a message of the protocol ends too early');
      const byte = this.#bytes[this.#at++]!;
      low += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
      factor *= 128;
    }
    return low <= Number.MAX_SAFE_INTEGER ? low : this.#large(from);
  }

  #large(from: number): bigint {
    let value = 0n;
    for (let at = from, shift = 0n; at < this.#at; at++, shift += 7n)
      value |= BigInt(this.#bytes[at]! & 0x7f) << shift;
    return value;
  }

  nested(): Reader {
    const end = this.#lengthEnd();
    const inner = new Reader(this.#bytes, this.#at, end);
    this.#at = end;
    return inner;
  }

  text(): string {
    const end = this.#lengthEnd();
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end;
    return text;
  }

  bytes(): Buffer {
    const end = this.#lengthEnd();
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  skip(key: number): void {
    const kind = key % 8;
    if (kind === 0) this.uint64();
    else if (kind === 1) this.#at += 8;
    else if (kind === 2) this.#at = this.#lengthEnd();
    else if (kind === 5) this.#at += 4;
    else throw new RangeError(`a field of the protocol is of kind ${kind}`);
  }

  #lengthEnd(): number {
    const length = this.varint();
    const end = this.#at + length;
    if (end > this.#end) throw new RangeError('a message of the protocol ends too early');
    return end;
  }
}
