import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import type {
  handleBidiStreamingCall,
  handleClientStreamingCall,
  handleServerStreamingCall,
  handleUnaryCall,
  ServiceError,
} from '@grpc/grpc-js';

import {
  features,
  gossip,
  GossipService,
  ServerFeaturesService,
  StreamsService,
  type streamsMessages,
} from './kurrentdb/protocol.ts';
import {
  handleAppend,
  handleBatchAppend,
  type AnswerFault,
  type Appending,
} from './kurrentdb/stand-in-appends.ts';
import { StandInLog, type AppendOutcome } from './kurrentdb/stand-in-log.ts';
import { handleRead, StandInSubscription, type ReadCall } from './kurrentdb/stand-in-reads.ts';

export interface KurrentDbStandInOptions {
  /** Keeps the log in this file too (one JSON line per append, synced before it is answered), across processes. */
  file?: string;
}

/**
 * Stands in for a KurrentDB server: the part of its gRPC protocol that the store uses, served to the real client over
 * a socket. For tests, and for nothing else: it keeps the whole log in memory and knows no users.
 *
 * It shows that the adapter speaks the protocol and keeps its promises through faults, not that a server does: run the
 * contract suite against a real one as well (`EVENT_STORE_TEST_URL`).
 */
export class KurrentDbStandIn {
  readonly #log: StandInLog;
  readonly #subscriptions = new Set<StandInSubscription>();
  #server: Server | undefined;
  #port = 0;
  #refusals = 0;
  #answerFaults: AnswerFault[] = [];

  constructor(options: KurrentDbStandInOptions = {}) {
    this.#log = new StandInLog(options.file);
  }

  /** For `createKurrentDbEventStore`; the same across stop and start. */
  get connectionString(): string {
    return `kurrentdb://127.0.0.1:${this.#port}?tls=false`;
  }

  /** How many events the log holds. */
  get eventCount(): number {
    return this.#log.events.length;
  }

  /** How many subscriptions are open. */
  get subscriptionCount(): number {
    return this.#subscriptions.size;
  }

  /** Listens on 127.0.0.1: on the given port, else on the one it had, else on a free one. */
  async start(port = this.#port): Promise<void> {
    const server = new Server({ 'grpc.max_receive_message_length': 32 * 1024 * 1024 });
    const appending: Appending = {
      write: (...append) => this.#write(...append),
      nextFault: () => this.#answerFaults.shift(),
    };
    const read: handleServerStreamingCall<streamsMessages.ReadReq, streamsMessages.ReadResp> = (call) =>
      this.#serve(failing(call), () => this.#read(call));
    const append: handleClientStreamingCall<streamsMessages.AppendReq, streamsMessages.AppendResp> = (
      call,
      respond,
    ) => this.#serve(respond, () => handleAppend(appending, call, respond));
    const batchAppend: handleBidiStreamingCall<
      streamsMessages.BatchAppendReq,
      streamsMessages.BatchAppendResp
    > = (call) => this.#serve(failing(call), () => handleBatchAppend(appending, call));
    server.addService(StreamsService, { read, append, batchAppend, delete: deleting, tombstone: deleting });
    const getSupportedMethods: handleUnaryCall<unknown, unknown> = (_call, respond) =>
      this.#serve(respond, () => respond(null, supportedMethods()));
    server.addService(ServerFeaturesService, { getSupportedMethods });
    const readGossip: handleUnaryCall<unknown, unknown> = (_call, respond) =>
      this.#serve(respond, () => respond(null, clusterOfOne(this.#port)));
    server.addService(GossipService, { read: readGossip });
    this.#port = await new Promise<number>((resolve, reject) => {
      const credentials = ServerCredentials.createInsecure();
      server.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    this.#server = server;
  }

  /** Goes away as a killed server does. The log stays for the next `start`; the memory of recent ids does not. */
  stop(): void {
    this.#subscriptions.clear();
    this.#server?.forceShutdown();
    this.#server = undefined;
    this.#log.forgetRecentIds();
  }

  /** Stops for good and closes the file. */
  close(): void {
    this.stop();
    this.#log.close();
  }

  /** Ends every open subscription with UNAVAILABLE, as a node that is shutting down does. */
  dropSubscriptions(): void {
    for (const { call } of this.#subscriptions) {
      call.emit('error', { code: status.UNAVAILABLE, details: 'the subscription was dropped' });
    }
    this.#subscriptions.clear();
  }

  /** The next `count` calls fail with UNAVAILABLE before anything is done. */
  refuseCalls(count: number): void {
    this.#refusals = count;
  }

  /** The next `count` appends are done but not answered: their call breaks. */
  loseAnswers(count: number): void {
    this.#answerFaults = Array.from({ length: count }, () => 'lose');
  }

  /** The next append is done and never answered, while its call stays open. */
  holdAnswer(): void {
    this.#answerFaults = ['hold'];
  }

  #write(...append: Parameters<StandInLog['append']>): AppendOutcome {
    const outcome = this.#log.append(...append);
    for (const subscription of this.#subscriptions) subscription.pump();
    return outcome;
  }

  #read(call: ReadCall): void {
    const options = call.request.getOptions();
    if (!options) return void call.emit('error', { code: status.INVALID_ARGUMENT, details: 'no options' });
    if (!options.hasSubscription()) return handleRead(this.#log, call, options);
    const subscription = new StandInSubscription(this.#log, call, options);
    this.#subscriptions.add(subscription);
    for (const over of ['cancelled', 'close', 'error']) {
      call.on(over, () => this.#subscriptions.delete(subscription));
    }
    return subscription.pump();
  }

  /** Handles a call, or fails it with UNAVAILABLE while calls are to be refused. */
  #serve(fail: (error: Partial<ServiceError>) => void, handle: () => void): void {
    if (this.#refusals === 0) return handle();
    this.#refusals--;
    return fail({ code: status.UNAVAILABLE, details: 'Server Is Not Ready' });
  }
}

const deleting: handleUnaryCall<unknown, unknown> = (_call, respond) =>
  respond({ code: status.UNIMPLEMENTED, details: 'the stand-in deletes nothing' });

/** How a streaming call ends with an error: `destroy` would not reach the client. */
function failing(call: {
  emit(event: 'error', error: unknown): unknown;
}): (error: Partial<ServiceError>) => void {
  return (error) => void call.emit('error', error);
}

/** The client asks which methods the server has, and appends in batches only when told so. */
function supportedMethods(): InstanceType<typeof features.SupportedMethods> {
  const methods = ['read', 'append', 'batchappend'].map((name) => {
    const method = new features.SupportedMethod();
    method.setMethodName(name).setServiceName('event_store.client.streams.streams');
    return name === 'read' ? method.setFeaturesList(['position', 'events']) : method;
  });
  return new features.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList(methods);
}

/** A cluster of one, which leads. */
function clusterOfOne(port: number): InstanceType<typeof gossip.ClusterInfo> {
  const endPoint = new gossip.EndPoint().setAddress('127.0.0.1').setPort(port);
  const member = new gossip.MemberInfo().setHttpEndPoint(endPoint).setIsAlive(true);
  member.setState(gossip.MemberInfo.VNodeState.LEADER);
  return new gossip.ClusterInfo().setMembersList([member]);
}
