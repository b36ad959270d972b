import { randomUUID } from 'node:crypto';

import type { ServerWritableStream } from '@grpc/grpc-js';

import {
  shared,
  streamIdentifier,
  streamName,
  streams,
  Timestamp,
  type streamsMessages,
} from './protocol.ts';
import type { LoggedEvent, StandInLog } from './stand-in-log.ts';

export type ReadCall = ServerWritableStream<streamsMessages.ReadReq, streamsMessages.ReadResp>;
type Options = streamsMessages.ReadReq.Options;
type Filter = streamsMessages.ReadReq.Options.FilterOptions;

/** `Read` without a subscription: events of one stream or of the log, in either direction, then the end. */
export function handleRead(log: StandInLog, call: ReadCall, options: Options): void {
  const source = options.getStream()
    ? log.stream(streamName(options.getStream()?.getStreamIdentifier()))
    : log.events;
  if (options.getStream() && source.length === 0) {
    const missing = new streams.ReadResp.StreamNotFound();
    missing.setStreamIdentifier(options.getStream()?.getStreamIdentifier());
    call.write(new streams.ReadResp().setStreamNotFound(missing));
    call.end();
    return;
  }
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
  const passes = filterOf(options.getFilter());
  let left = BigInt(options.getCount());
  for (let index = firstIndex(options, source, backwards); left > 0n; index += backwards ? -1 : 1) {
    const event = source[index];
    if (!event) break;
    if (!passes(event)) continue;
    call.write(eventResponse(event));
    left--;
  }
  call.end();
}

/**
 * A subscription to the log: what is there, "caught up", then what comes. Filtered ones say how far they looked after
 * every so many events.
 */
export class StandInSubscription {
  readonly call: ReadCall;
  readonly #log: StandInLog;
  readonly #passes: (event: LoggedEvent) => boolean;
  readonly #checkpointEvery: number;
  #next: number;
  #sinceCheckpoint = 0;
  #caughtUp = false;
  #full = false;

  constructor(log: StandInLog, call: ReadCall, options: Options) {
    this.#log = log;
    this.call = call;
    this.#passes = filterOf(options.getFilter());
    this.#checkpointEvery = checkpointInterval(options.getFilter());
    this.#next = indexAfterSubscribed(options, log.events);
    const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID());
    call.write(new streams.ReadResp().setConfirmation(confirmation));
  }

  /** Sends what the log has and the connection takes. */
  pump(): void {
    while (!this.#full && !this.call.cancelled) {
      const event = this.#log.events[this.#next];
      if (!event) break;
      this.#next++;
      if (this.#passes(event)) this.#send(eventResponse(event));
      this.#checkpoint(event);
    }
    if (this.#full || this.call.cancelled || this.#caughtUp) return;
    this.#caughtUp = true;
    this.#send(caughtUpResponse(this.#log.events.at(-1)));
  }

  #checkpoint({ position }: LoggedEvent): void {
    if (this.#checkpointEvery === 0 || ++this.#sinceCheckpoint < this.#checkpointEvery) return;
    this.#sinceCheckpoint = 0;
    const checkpoint = new streams.ReadResp.Checkpoint();
    checkpoint.setCommitPosition(String(position)).setPreparePosition(String(position));
    this.#send(new streams.ReadResp().setCheckpoint(checkpoint));
  }

  #send(response: streamsMessages.ReadResp): void {
    if (this.call.write(response)) return;
    this.#full = true;
    this.call.once('drain', () => {
      this.#full = false;
      this.pump();
    });
  }
}

function firstIndex(options: Options, source: readonly LoggedEvent[], backwards: boolean): number {
  const last = source.length - 1;
  const stream = options.getStream();
  if (stream) {
    if (stream.hasRevision())
      return backwards ? Math.min(Number(stream.getRevision()), last) : Number(stream.getRevision());
    return stream.hasEnd() === backwards ? (backwards ? last : 0) : source.length;
  }
  const all = options.getAll();
  const position = all?.getPosition();
  if (!position) return all?.hasEnd() === backwards ? (backwards ? last : 0) : source.length;
  const at = firstAtOrAfter(source, BigInt(position.getCommitPosition()));
  return backwards ? at - 1 : at;
}

function indexAfterSubscribed(options: Options, source: readonly LoggedEvent[]): number {
  const all = options.getAll();
  const position = all?.getPosition();
  if (!position) return all?.hasEnd() ? source.length : 0;
  return firstAtOrAfter(source, BigInt(position.getCommitPosition()) + 1n);
}

function firstAtOrAfter(source: readonly LoggedEvent[], position: bigint): number {
  let [low, high] = [0, source.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (source[middle]!.position < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function filterOf(filter: Filter | undefined): (event: LoggedEvent) => boolean {
  if (!filter) return () => true;
  const byType = filter.getEventType();
  const expression = byType ?? filter.getStreamIdentifier();
  const pattern = expression?.getRegex() ? new RegExp(expression.getRegex(), 'u') : undefined;
  const prefixes = expression?.getPrefixList() ?? [];
  return (event) => {
    const value = byType ? event.type : event.stream;
    return pattern ? pattern.test(value) : prefixes.some((prefix) => value.startsWith(prefix));
  };
}

/** The server counts in search windows, of 32 events when the client names no size. */
function checkpointInterval(filter: Filter | undefined): number {
  if (!filter) return 0;
  return (filter.hasMax() ? filter.getMax() : 32) * Math.max(filter.getCheckpointintervalmultiplier(), 1);
}

function eventResponse(event: LoggedEvent): streamsMessages.ReadResp {
  const position = String(event.position);
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(streamIdentifier(event.stream))
    .setStreamRevision(String(event.revision))
    .setPreparePosition(position)
    .setCommitPosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  const described = recorded.getMetadataMap();
  described.set('type', event.type);
  described.set('content-type', event.contentType);
  // .NET ticks, 100 ns each, since 1970.
  described.set('created', String(BigInt(event.createdMs) * 10_000n));
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position);
  return new streams.ReadResp().setEvent(read);
}

function caughtUpResponse(last: LoggedEvent | undefined): streamsMessages.ReadResp {
  const now = new Timestamp();
  now.fromDate(new Date());
  const caughtUp = new streams.ReadResp.CaughtUp().setTimestamp(now);
  if (last) {
    const position = String(last.position);
    caughtUp.setPosition(
      new streams.ReadResp.Position().setCommitPosition(position).setPreparePosition(position),
    );
  }
  return new streams.ReadResp().setCaughtUp(caughtUp);
}
