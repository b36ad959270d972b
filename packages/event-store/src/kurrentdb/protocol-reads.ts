import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';

import type { CallOptions, Metadata } from '@grpc/grpc-js';
import type {
  BaseOptions,
  Filter,
  KurrentDBClient,
  Position,
  ResolvedEvent,
} from '@kurrent/kurrentdb-client';
import { END, EVENT_TYPE, START } from '@kurrent/kurrentdb-client';
import type * as convert from '@kurrent/kurrentdb-client/dist/utils/convertGrpcEvent.js';
import type * as sharedMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import type * as streamsGrpc from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js';
import type * as streamsMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';

import type { ClientEvent } from './recorded-events.ts';

// Required, not imported: generated CommonJS whose names the module loader cannot see.
const require = createRequire(import.meta.url);
const generated = '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1';
const { StreamsClient } = require(`${generated}/streams_grpc_pb.js`) as typeof streamsGrpc;
const { ReadReq } = require(`${generated}/streams_pb.js`) as typeof streamsMessages;
const { Empty, StreamIdentifier } = require(`${generated}/shared_pb.js`) as typeof sharedMessages;
const { convertGrpcEvent } =
  require('@kurrent/kurrentdb-client/dist/utils/convertGrpcEvent.js') as typeof convert;

/** What the client keeps for its own calls: open a stream on its current channel, with its credentials. */
interface ClientInternals {
  GRPCStreamCreator: (
    service: typeof StreamsClient,
    name: string,
    open: (service: InstanceType<typeof StreamsClient>) => Readable,
  ) => () => Promise<Readable & { cancel(): void }>;
  callArguments: (options: BaseOptions, callOptions: { deadline: number }) => [Metadata, CallOptions];
}

export interface ReadRange {
  backwards: boolean;
  maxCount: number;
  from:
    | { stream: string; revision: bigint | typeof START | typeof END }
    | { position: Position | typeof START | typeof END };
  filter?: Filter;
}

/**
 * Reads events over the client's own gRPC channel. A missing stream is empty.
 *
 * The client's `readStream` and `readAll` go through a native connection of their own instead. That one leaves Nagle's
 * algorithm on and writes a request in two parts, so the second waits for the server's delayed acknowledgement:
 * measured 41 to 44 ms for most reads of one event, against 1 ms here. It also cuts `created` to the second.
 *
 * @throws errors of gRPC and of the client.
 */
export async function* readEvents(client: KurrentDBClient, range: ReadRange): AsyncGenerator<ClientEvent> {
  const internals = client as unknown as ClientInternals;
  const request = new ReadReq().setOptions(readOptions(range));
  const open = internals.GRPCStreamCreator(StreamsClient, 'read', (service) =>
    // A reader may take its time; dead connections are found by keep-alive pings.
    service.read(request, ...internals.callArguments({ requiresLeader: true }, { deadline: Infinity })),
  );
  let call: Awaited<ReturnType<typeof open>> | undefined;
  let ended = false;
  try {
    call = await open();
    for await (const response of call as AsyncIterable<streamsMessages.ReadResp>) {
      const { event } = response.hasEvent() ? convertGrpcEvent<ResolvedEvent>(response.getEvent()!) : {};
      if (event) yield event;
    }
    ended = true;
  } catch (error) {
    ended = true;
    throw error;
  } finally {
    if (!ended) {
      // The answer to cancelling is an error that nobody waits for.
      call?.on('error', () => {});
      call?.cancel();
    }
  }
}

function readOptions({ backwards, maxCount, from, filter }: ReadRange): streamsMessages.ReadReq.Options {
  const { ReadDirection, UUIDOption } = ReadReq.Options;
  const options = new ReadReq.Options()
    .setReadDirection(backwards ? ReadDirection.BACKWARDS : ReadDirection.FORWARDS)
    .setCount(String(maxCount))
    .setResolveLinks(false)
    .setUuidOption(new UUIDOption().setString(new Empty()));
  if (filter) options.setFilter(filterOptions(filter));
  else options.setNoFilter(new Empty());
  return 'stream' in from
    ? options.setStream(streamOptions(from))
    : options.setAll(allOptions(from.position));
}

function streamOptions({
  stream,
  revision,
}: {
  stream: string;
  revision: bigint | typeof START | typeof END;
}): streamsMessages.ReadReq.Options.StreamOptions {
  const identifier = new StreamIdentifier().setStreamName(Buffer.from(stream));
  const options = new ReadReq.Options.StreamOptions().setStreamIdentifier(identifier);
  if (revision === START) return options.setStart(new Empty());
  return revision === END ? options.setEnd(new Empty()) : options.setRevision(String(revision));
}

function allOptions(
  position: Position | typeof START | typeof END,
): streamsMessages.ReadReq.Options.AllOptions {
  const options = new ReadReq.Options.AllOptions();
  if (position === START) return options.setStart(new Empty());
  if (position === END) return options.setEnd(new Empty());
  const exact = new ReadReq.Options.Position()
    .setCommitPosition(String(position.commit))
    .setPreparePosition(String(position.prepare));
  return options.setPosition(exact);
}

function filterOptions(filter: Filter): streamsMessages.ReadReq.Options.FilterOptions {
  const expression = new ReadReq.Options.FilterOptions.Expression();
  if ('prefixes' in filter) expression.setPrefixList(filter.prefixes);
  else expression.setRegex(filter.regex);
  const options = new ReadReq.Options.FilterOptions();
  if (filter.filterOn === EVENT_TYPE) options.setEventType(expression);
  else options.setStreamIdentifier(expression);
  if (filter.maxSearchWindow === undefined) options.setCount(new Empty());
  else options.setMax(filter.maxSearchWindow);
  return options.setCheckpointintervalmultiplier(filter.checkpointInterval);
}
