import { Server } from '@grpc/grpc-js';
import type {
  handleBidiStreamingCall,
  handleClientStreamingCall,
  handleServerStreamingCall,
  handleUnaryCall,
  Metadata,
} from '@grpc/grpc-js';

import { GossipService, ServerFeaturesService, StreamsService, type streamsMessages } from '../protocol.ts';
import { traitsOf } from '../release.ts';
import type { ServerRelease } from '../switches.ts';
import type { CallError } from './errors.ts';
import { clusterInfo, supportedMethods, type GossipMember } from './gossip.ts';
import type { ReadCall } from './read-call.ts';
import { fail } from './serve-reads.ts';
import {
  deleteResponse,
  serveAppend,
  serveBatchAppend,
  serveDeletion,
  tombstoneResponse,
  type WritingNode,
} from './serve-writes.ts';

export interface ServedNode {
  release: ServerRelease;
  writing: WritingNode;
  read: (call: ReadCall) => void;
  members: () => GossipMember[];
  /** How this call fails before anything is done. */
  failure: (metadata: Metadata) => CallError | undefined;
}

/** The gRPC services of a node: streams, the features that the client asks for, gossip. */
export function serveNode(node: ServedNode): Server {
  const server = new Server({ 'grpc.max_receive_message_length': 32 * 1024 * 1024 });
  const admit = (
    { metadata }: { metadata: Metadata },
    refuse: (error: CallError) => void,
    handle: () => void,
  ): void => {
    const failure = node.failure(metadata);
    return failure ? refuse(failure) : handle();
  };
  const read: handleServerStreamingCall<streamsMessages.ReadReq, streamsMessages.ReadResp> = (call) =>
    admit(
      call,
      (error) => fail(call, error),
      () => node.read(call),
    );
  const append: handleClientStreamingCall<streamsMessages.AppendReq, streamsMessages.AppendResp> = (
    call,
    respond,
  ) => admit(call, respond, () => serveAppend(node.writing, call, respond));
  const batchAppend: handleBidiStreamingCall<
    streamsMessages.BatchAppendReq,
    streamsMessages.BatchAppendResp
  > = (call) =>
    admit(
      call,
      (error) => fail(call, error),
      () => serveBatchAppend(node.writing, call),
    );
  const softDelete = serveDeletion(node.writing, 'soft', deleteResponse);
  const tombstone = serveDeletion(node.writing, 'tombstone', tombstoneResponse);
  server.addService(StreamsService, {
    read,
    append,
    batchAppend,
    delete: ((call, respond) => admit(call, respond, () => softDelete(call, respond))) as typeof softDelete,
    tombstone: ((call, respond) => admit(call, respond, () => tombstone(call, respond))) as typeof tombstone,
  });
  const getSupportedMethods: handleUnaryCall<unknown, unknown> = (call, respond) =>
    admit(call, respond, () => respond(null, supportedMethods(node.release)));
  if (traitsOf(node.release).tellsRelease) server.addService(ServerFeaturesService, { getSupportedMethods });
  const readGossip: handleUnaryCall<unknown, unknown> = (call, respond) =>
    admit(call, respond, () => respond(null, clusterInfo(node.members())));
  server.addService(GossipService, { read: readGossip });
  return server;
}
