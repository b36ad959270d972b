import { Server } from '@grpc/grpc-js';
import type {
  handleBidiStreamingCall,
  handleClientStreamingCall,
  handleServerStreamingCall,
  handleUnaryCall,
} from '@grpc/grpc-js';

import { refusedCall, type CallError } from './errors.ts';
import { clusterInfo, supportedMethods, type GossipMember } from './gossip.ts';
import { GossipService, ServerFeaturesService, StreamsService, type streamsMessages } from './protocol.ts';
import { fail, type ReadCall } from './serve-reads.ts';
import {
  deleteResponse,
  serveAppend,
  serveBatchAppend,
  serveDeletion,
  tombstoneResponse,
  type WritingNode,
} from './serve-writes.ts';
import type { ServerRelease } from './switches.ts';

export interface ServedNode {
  release: ServerRelease;
  writing: WritingNode;
  read: (call: ReadCall) => void;
  members: () => GossipMember[];
  /** Whether this call fails before anything is done. */
  takesRefusal: () => boolean;
}

/** The gRPC services of a node: streams, the features that the client asks for, gossip. */
export function serveNode(node: ServedNode): Server {
  const server = new Server({ 'grpc.max_receive_message_length': 32 * 1024 * 1024 });
  const admit = (refuse: (error: CallError) => void, handle: () => void): void =>
    node.takesRefusal() ? refuse(refusedCall({ kind: 'notReady' })) : handle();
  const read: handleServerStreamingCall<streamsMessages.ReadReq, streamsMessages.ReadResp> = (call) =>
    admit(
      (error) => fail(call, error),
      () => node.read(call),
    );
  const append: handleClientStreamingCall<streamsMessages.AppendReq, streamsMessages.AppendResp> = (
    call,
    respond,
  ) => admit(respond, () => serveAppend(node.writing, call, respond));
  const batchAppend: handleBidiStreamingCall<
    streamsMessages.BatchAppendReq,
    streamsMessages.BatchAppendResp
  > = (call) =>
    admit(
      (error) => fail(call, error),
      () => serveBatchAppend(node.writing, call),
    );
  server.addService(StreamsService, {
    read,
    append,
    batchAppend,
    delete: serveDeletion(node.writing, 'soft', deleteResponse),
    tombstone: serveDeletion(node.writing, 'tombstone', tombstoneResponse),
  });
  const getSupportedMethods: handleUnaryCall<unknown, unknown> = (_call, respond) =>
    admit(respond, () => respond(null, supportedMethods(node.release)));
  server.addService(ServerFeaturesService, { getSupportedMethods });
  const readGossip: handleUnaryCall<unknown, unknown> = (_call, respond) =>
    admit(respond, () => respond(null, clusterInfo(node.members())));
  server.addService(GossipService, { read: readGossip });
  return server;
}
