import { status } from '@grpc/grpc-js';

import { atRecord, beforeAll, signed, type LogPosition } from '../log/log-position.ts';
import type { LoggedEvent } from '../log/log-records.ts';
import { deletedStream, type StandInLog } from '../log/log.ts';
import { readBackwards, readForwards, type EventFilter } from '../log/read-log.ts';
import { isSoftDeleted, shownEvents } from '../log/stream-metadata.ts';
import { streamName, streams, type streamsMessages } from '../protocol.ts';
import type { ReleaseTraits } from '../release.ts';
import { callStreamDeleted, type CallError } from './errors.ts';
import type { ReadCall } from './read-call.ts';
import { eventResponse, streamNotFoundResponse } from './responses.ts';
import { StandInSubscription, type SubscriptionRequest } from './subscription.ts';

type Options = streamsMessages.ReadReq.Options;
type Filter = streamsMessages.ReadReq.Options.FilterOptions;

/** The server looks at so many events at a time when the client names no search window. */
const defaultSearchWindow = 32;

const isBackwards = (options: Options): boolean =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;

/** `Read` without a subscription: events of one stream or of the log, in either direction, then the end. */
export function serveRead(log: StandInLog, call: ReadCall, options: Options): void {
  const stream = options.getStream();
  if (!stream) return send(call, logEvents(log, options), BigInt(options.getCount()));
  const name = streamName(stream.getStreamIdentifier());
  const last = log.lastRevision(name);
  if (last === deletedStream) return fail(call, callStreamDeleted(name));
  if (last < 0n || isSoftDeleted(log, name, 'indexed')) {
    call.write(streamNotFoundResponse(name));
    call.end();
    return;
  }
  return send(call, streamEvents(log, name, options), BigInt(options.getCount()));
}

/** A subscription to the log; one to a single stream is not served. */
export function subscribe(
  log: StandInLog,
  call: ReadCall,
  options: Options,
  traits: ReleaseTraits,
): StandInSubscription | undefined {
  const all = options.getAll();
  if (!all) {
    fail(call, { code: status.UNIMPLEMENTED, details: 'the stand-in subscribes to the log only' });
    return undefined;
  }
  const filter = options.getFilter();
  const request: SubscriptionRequest = { traits, from: placeOf(all), filter: filter && searchOf(filter) };
  return new StandInSubscription(log, call, request);
}

/** How a streaming call ends with an error: `destroy` would not reach the client. */
export const fail = (call: { emit(event: 'error', error: unknown): unknown }, error: CallError): void =>
  void call.emit('error', error);

/** Writes at most `count` events at the pace of the connection, then ends. */
function send(call: ReadCall, events: Iterator<LoggedEvent>, count: bigint): void {
  let left = count;
  const resume = (): void => {
    while (!call.cancelled) {
      const next = left > 0n ? events.next() : undefined;
      if (!next || next.done) return void call.end();
      left--;
      if (!call.write(eventResponse(next.value))) return void call.once('drain', resume);
    }
  };
  resume();
}

function streamEvents(log: StandInLog, name: string, options: Options): Iterator<LoggedEvent> {
  const stream = options.getStream()!;
  const shown = shownEvents(log, name, Date.now());
  const backwards = isBackwards(options);
  if (!stream.hasRevision()) {
    return (stream.hasEnd() === backwards ? (backwards ? shown.toReversed() : shown) : []).values();
  }
  const from = signed(BigInt(stream.getRevision()));
  return backwards
    ? shown
        .filter(({ revision }) => from < 0n || revision <= from)
        .toReversed()
        .values()
    : shown.filter(({ revision }) => revision >= from).values();
}

function* logEvents(log: StandInLog, options: Options): Generator<LoggedEvent> {
  const filter = options.getFilter();
  const passes = filter ? filterOf(filter) : () => true;
  const from = placeOf(options.getAll()!);
  if (isBackwards(options)) {
    if (from === 'start') return;
    const end = from === 'end' ? atRecord(log.end) : from;
    yield* readBackwards(log, end, passes);
    return;
  }
  if (from === 'end') return;
  let page = from === 'start' ? atRecord(0n) : from;
  for (;;) {
    const read = readForwards(log, page, { maxCount: 256, maxSearchWindow: 4_096 }, passes);
    yield* read.events;
    if (read.isEndOfLog) return;
    page = read.next;
  }
}

/** 2^64-1 in both halves is the end. */
function placeOf(all: streamsMessages.ReadReq.Options.AllOptions): 'start' | 'end' | LogPosition {
  const position = all.getPosition();
  if (!position) return all.hasEnd() ? 'end' : 'start';
  const [commit, prepare] = [position.getCommitPosition(), position.getPreparePosition()];
  const place = { commit: signed(BigInt(commit)), prepare: signed(BigInt(prepare)) };
  return place.commit === beforeAll.commit && place.prepare === beforeAll.prepare ? 'end' : place;
}

function searchOf(filter: Filter): NonNullable<SubscriptionRequest['filter']> {
  const maxSearchWindow = filter.hasMax() ? filter.getMax() : defaultSearchWindow;
  const checkpointInterval = maxSearchWindow * Math.max(filter.getCheckpointintervalmultiplier(), 1);
  return { passes: filterOf(filter), maxSearchWindow, checkpointInterval };
}

function filterOf(filter: Filter): EventFilter {
  const byType = filter.getEventType();
  const expression = byType ?? filter.getStreamIdentifier();
  const pattern = expression?.getRegex() ? new RegExp(expression.getRegex(), 'u') : undefined;
  const prefixes = expression?.getPrefixList() ?? [];
  return (event) => {
    const value = byType ? event.type : event.stream;
    return pattern ? pattern.test(value) : prefixes.some((prefix) => value.startsWith(prefix));
  };
}
