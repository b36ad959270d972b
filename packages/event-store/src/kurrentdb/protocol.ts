import { createRequire } from 'node:module';

import type * as gossipMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js';
import type * as featuresMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_pb.js';
import type * as sharedMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import type * as streamsMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import type * as emptyMessages from 'google-protobuf/google/protobuf/empty_pb.js';
import type * as timestampMessages from 'google-protobuf/google/protobuf/timestamp_pb.js';

/** The client's generated messages. Required, not imported: CommonJS whose names the module loader cannot see. */
const require = createRequire(import.meta.url);
const folder = '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1';

export const streams = require(`${folder}/streams_pb.js`) as typeof streamsMessages;
export const shared = require(`${folder}/shared_pb.js`) as typeof sharedMessages;
export const gossip = require(`${folder}/gossip_pb.js`) as typeof gossipMessages;
export const features = require(`${folder}/serverfeatures_pb.js`) as typeof featuresMessages;
/** Google's; reads use an `Empty` of KurrentDB's own. */
export const { Empty } = require('google-protobuf/google/protobuf/empty_pb.js') as typeof emptyMessages;
export const { Timestamp } =
  require('google-protobuf/google/protobuf/timestamp_pb.js') as typeof timestampMessages;

export type { gossipMessages, sharedMessages, streamsMessages };

export const paths = {
  read: '/event_store.client.streams.Streams/Read',
  batchAppend: '/event_store.client.streams.Streams/BatchAppend',
  gossip: '/event_store.client.gossip.Gossip/Read',
  serverFeatures: '/event_store.client.server_features.ServerFeatures/GetSupportedMethods',
} as const;

export function streamIdentifier(name: string): sharedMessages.StreamIdentifier {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(name));
}
