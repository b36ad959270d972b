import type { Position } from '../../port.ts';
import { shared, streamIdentifier, streams, type streamsMessages } from '../protocol.ts';
import { positionNumbers } from './positions.ts';

type Options = streamsMessages.ReadReq.Options;
const { Options } = streams.ReadReq;
const empty = () => new shared.Empty();

/** Events the server looks at before it says how far a filtered subscription has come. */
const searchWindow = 256;

export interface StreamRange {
  stream: string;
  from: bigint | 'start' | 'end';
  backwards: boolean;
  limit: number;
}

export function readStreamRequest({ stream, from, backwards, limit }: StreamRange): Uint8Array {
  const at = new Options.StreamOptions().setStreamIdentifier(streamIdentifier(stream));
  if (from === 'start') at.setStart(empty());
  else if (from === 'end') at.setEnd(empty());
  else at.setRevision(String(from));
  return request(backwards, (options) => options.setStream(at).setCount(String(limit)).setNoFilter(empty()));
}

/** Inclusive, unlike a subscription. */
export function readAllRequest(range: {
  from: Position | 'start' | 'end';
  backwards: boolean;
  limit: number;
  streamPrefixes: readonly string[];
}): Uint8Array {
  const { from, backwards, limit, streamPrefixes } = range;
  return request(backwards, (options) =>
    options.setAll(allFrom(from)).setCount(String(limit)).setFilter(filter(streamPrefixes)),
  );
}

/** From after the position on, and what comes. */
export function subscribeRequest(after: Position | 'start', streamPrefixes: readonly string[]): Uint8Array {
  return request(false, (options) =>
    options
      .setAll(allFrom(after))
      .setSubscription(new Options.SubscriptionOptions())
      .setFilter(filter(streamPrefixes)),
  );
}

function request(backwards: boolean, fill: (options: Options) => Options): Uint8Array {
  const { BACKWARDS, FORWARDS } = Options.ReadDirection;
  const options = new Options()
    .setReadDirection(backwards ? BACKWARDS : FORWARDS)
    .setResolveLinks(false)
    .setUuidOption(new Options.UUIDOption().setString(empty()));
  return new streams.ReadReq().setOptions(fill(options)).serializeBinary();
}

function allFrom(from: Position | 'start' | 'end'): streamsMessages.ReadReq.Options.AllOptions {
  const all = new Options.AllOptions();
  if (from === 'start') return all.setStart(empty());
  if (from === 'end') return all.setEnd(empty());
  const { commit, prepare } = positionNumbers(from);
  return all.setPosition(new Options.Position().setCommitPosition(commit).setPreparePosition(prepare));
}

function filter(streamPrefixes: readonly string[]): streamsMessages.ReadReq.Options.FilterOptions {
  const expression = new Options.FilterOptions.Expression().setPrefixList([...streamPrefixes]);
  return new Options.FilterOptions()
    .setStreamIdentifier(expression)
    .setMax(searchWindow)
    .setCheckpointintervalmultiplier(1);
}
