import { closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** An event as the protocol carries it. */
export interface ProposedEvent {
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

export interface LoggedEvent extends ProposedEvent {
  stream: string;
  revision: bigint;
  position: bigint;
  createdMs: number;
}

/** What an append expects of its stream, as the protocol says it. */
export type ExpectedState = 'any' | 'noStream' | 'streamExists' | bigint;

export type AppendOutcome =
  | { kind: 'written'; revision: bigint; position: bigint }
  /** The same append as one before: the server answers it without a position. */
  | { kind: 'known'; revision: bigint }
  /** `current` is the stream's last revision, -1 when it is missing. */
  | { kind: 'wrongExpectedVersion'; current: bigint };

/** One line of the file: an append, whole or not at all. */
interface AppendLine {
  stream: string;
  createdMs: number;
  events: { id: string; type: string; contentType: string; data: string; metadata: string }[];
}

/** Positions of the real log are byte offsets: ascending, with spaces between. */
const positionStep = 128n;

/**
 * The log behind the stand-in, with the server's rules of expected version and idempotence (KurrentDB,
 * `IndexWriter.CheckCommit`): a fixed expectation that was met before makes the same ids the same append for ever;
 * "any" and "stream exists" only as long as the server remembers the ids.
 */
export class StandInLog {
  readonly events: LoggedEvent[] = [];
  readonly #streams = new Map<string, LoggedEvent[]>();
  readonly #rememberedIds = new Map<string, LoggedEvent>();
  readonly #file: number | undefined;

  /** With a file, appends are synced to it before they are answered, and read from it at the start. */
  constructor(file?: string) {
    if (file === undefined) return;
    this.#file = openSync(file, 'a+');
    this.#load(file, this.#file);
  }

  stream(name: string): readonly LoggedEvent[] {
    return this.#streams.get(name) ?? [];
  }

  append(stream: string, expected: ExpectedState, events: readonly ProposedEvent[]): AppendOutcome {
    const history = this.stream(stream);
    const current = BigInt(history.length) - 1n;
    const known = this.#known(stream, expected, current, events);
    if (known !== undefined) return known;
    if (!isMet(expected, current)) return { kind: 'wrongExpectedVersion', current };
    const createdMs = Date.now();
    if (this.#file !== undefined) writeLine(this.#file, { stream, createdMs, events: events.map(encode) });
    const position = this.#add(stream, createdMs, events);
    return { kind: 'written', revision: current + BigInt(events.length), position };
  }

  /** What a restart of the server loses: its memory of recent event ids. */
  forgetRecentIds(): void {
    this.#rememberedIds.clear();
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #known(
    stream: string,
    expected: ExpectedState,
    current: bigint,
    events: readonly ProposedEvent[],
  ): AppendOutcome | undefined {
    const history = this.stream(stream);
    if (expected === 'any' || expected === 'streamExists') {
      const remembered = events.map(({ id }) => this.#rememberedIds.get(id));
      if (remembered[0]?.stream !== stream) return undefined;
      const whole = remembered.every((event) => event?.stream === stream);
      const revision = remembered.at(-1)?.revision;
      return whole && revision !== undefined
        ? { kind: 'known', revision }
        : { kind: 'wrongExpectedVersion', current };
    }
    const before = expected === 'noStream' ? -1n : expected;
    if (before >= current) return undefined;
    const first = Number(before) + 1;
    const same = events.every(({ id }, offset) => history[first + offset]?.id === id);
    return same ? { kind: 'known', revision: before + BigInt(events.length) } : undefined;
  }

  #add(stream: string, createdMs: number, events: readonly ProposedEvent[]): bigint {
    const history = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, history);
    let position = this.events.at(-1)?.position ?? 0n;
    for (const event of events) {
      position += positionStep;
      const logged = { ...event, stream, revision: BigInt(history.length), position, createdMs };
      history.push(logged);
      this.events.push(logged);
      this.#rememberedIds.set(event.id, logged);
    }
    return position;
  }

  /** A line without its end was being written when the process died; it was never acknowledged. */
  #load(file: string, descriptor: number): void {
    const content = readFileSync(file);
    const wholeBytes = content.lastIndexOf('\n') + 1;
    if (wholeBytes < content.length) ftruncateSync(descriptor, wholeBytes);
    for (const line of content.subarray(0, wholeBytes).toString('utf8').split('\n')) {
      if (line === '') continue;
      const { stream, createdMs, events } = JSON.parse(line) as AppendLine;
      this.#add(stream, createdMs, events.map(decode));
    }
    this.forgetRecentIds();
  }
}

function isMet(expected: ExpectedState, current: bigint): boolean {
  if (expected === 'any') return true;
  if (expected === 'streamExists') return current >= 0n;
  return current === (expected === 'noStream' ? -1n : expected);
}

function writeLine(descriptor: number, line: AppendLine): void {
  writeSync(descriptor, `${JSON.stringify(line)}\n`);
  fdatasyncSync(descriptor);
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function encode(event: ProposedEvent): AppendLine['events'][number] {
  return { ...event, data: base64(event.data), metadata: base64(event.metadata) };
}

function decode(event: AppendLine['events'][number]): ProposedEvent {
  return {
    ...event,
    data: Buffer.from(event.data, 'base64'),
    metadata: Buffer.from(event.metadata, 'base64'),
  };
}
