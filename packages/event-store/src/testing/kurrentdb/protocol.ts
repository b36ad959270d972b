import { createRequire } from 'node:module';

import type * as codes from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/code_pb.js';
import type * as gossipGrpc from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_grpc_pb.js';
import type * as gossipMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js';
import type * as featuresGrpc from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_grpc_pb.js';
import type * as featuresMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_pb.js';
import type * as sharedMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import type * as statusMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/status_pb.js';
import type * as streamsGrpc from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js';
import type * as streamsMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import type * as anyMessages from 'google-protobuf/google/protobuf/any_pb.js';
import type * as emptyMessages from 'google-protobuf/google/protobuf/empty_pb.js';
import type * as timestampMessages from 'google-protobuf/google/protobuf/timestamp_pb.js';

/**
 * The message classes the client itself was generated with. Required, not imported: generated CommonJS whose names
 * the module loader cannot see.
 */
const require = createRequire(import.meta.url);
const folder = '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1';

export const { StreamsService } = require(`${folder}/streams_grpc_pb.js`) as typeof streamsGrpc;
export const { ServerFeaturesService } = require(
  `${folder}/serverfeatures_grpc_pb.js`,
) as typeof featuresGrpc;
export const { GossipService } = require(`${folder}/gossip_grpc_pb.js`) as typeof gossipGrpc;
export const streams = require(`${folder}/streams_pb.js`) as typeof streamsMessages;
export const features = require(`${folder}/serverfeatures_pb.js`) as typeof featuresMessages;
export const gossip = require(`${folder}/gossip_pb.js`) as typeof gossipMessages;
export const shared = require(`${folder}/shared_pb.js`) as typeof sharedMessages;
export const { Code } = require(`${folder}/code_pb.js`) as typeof codes;
export const { Status } = require(`${folder}/status_pb.js`) as typeof statusMessages;
export const { Any } = require('google-protobuf/google/protobuf/any_pb.js') as typeof anyMessages;
export const { Empty } = require('google-protobuf/google/protobuf/empty_pb.js') as typeof emptyMessages;
export const { Timestamp } =
  require('google-protobuf/google/protobuf/timestamp_pb.js') as typeof timestampMessages;

export type { streamsMessages, sharedMessages };

const half = (bits: string): string => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0');

/** A UUID as 36 characters, from either of the protocol's two forms. */
export function uuidText(uuid: sharedMessages.UUID | undefined): string {
  const structured = uuid?.getStructured();
  if (!structured) return uuid?.getString() ?? '';
  const hex = half(structured.getMostSignificantBits()) + half(structured.getLeastSignificantBits());
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function streamName(identifier: sharedMessages.StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function streamIdentifier(name: string): sharedMessages.StreamIdentifier {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(name));
}
