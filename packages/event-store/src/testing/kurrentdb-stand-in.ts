import { setTimeout as sleep } from 'node:timers/promises';

import { ServerCredentials, status, type Metadata, type Server } from '@grpc/grpc-js';

import { hasWrongCredentials } from './kurrentdb/calls/call-metadata.ts';
import { NodeConnections } from './kurrentdb/calls/connections.ts';
import { callUnauthenticated, refusedCall, type CallError, type Refusal } from './kurrentdb/calls/errors.ts';
import type { GossipMember } from './kurrentdb/calls/gossip.ts';
import { NodeState } from './kurrentdb/calls/node-state.ts';
import type { ReadCall } from './kurrentdb/calls/read-call.ts';
import { fail, serveRead, subscribe } from './kurrentdb/calls/serve-reads.ts';
import type { WritingNode } from './kurrentdb/calls/serve-writes.ts';
import { serveNode } from './kurrentdb/calls/services.ts';
import type { StandInSubscription } from './kurrentdb/calls/subscription.ts';
import { StandInLog } from './kurrentdb/log/log.ts';
import { StandInWriter } from './kurrentdb/log/writer.ts';
import { traitsOf } from './kurrentdb/release.ts';
import type {
  KurrentDbStandInOptions,
  NodeAddress,
  NodeRole,
  ServerRelease,
  StandInSwitches,
} from './kurrentdb/switches.ts';

export type {
  KurrentDbStandInOptions,
  NodeAddress,
  NodeRole,
  ServerRelease,
  StandInSwitches,
} from './kurrentdb/switches.ts';

/** What a node knows of the cluster that it is part of. */
export interface ClusterOfNode {
  members: () => GossipMember[];
  leader: () => KurrentDbStandIn | undefined;
  /** Takes the leader's records to the others; whether a majority has them. */
  replicate: (leader: KurrentDbStandIn) => boolean;
}

/**
 * Stands in for a KurrentDB server: the part of its gRPC protocol that the store uses, served to the real client over
 * a socket, with the answers that recordings of real servers hold (`recordings/`). For tests, and for nothing else: it
 * keeps the whole log in memory and knows no rights of single users.
 */
export class KurrentDbStandIn implements StandInSwitches {
  readonly release: ServerRelease;
  readonly storedLog: StandInLog;
  /** What the streams that reads and subscriptions asked of the whole log begin with. */
  readonly askedPrefixes = new Set<string>();
  readonly #options: KurrentDbStandInOptions;
  readonly #writer: StandInWriter;
  readonly #connections = new NodeConnections();
  readonly #state: NodeState;
  readonly #subscriptions = new Set<StandInSubscription>();
  #server: Server | undefined;
  #port = 0;
  #cluster: ClusterOfNode | undefined;
  /** How many records were replicated when the election began. */
  #replicatedCount = 0;

  constructor(options: KurrentDbStandInOptions = {}) {
    this.#options = options;
    this.#state = new NodeState(options.users);
    this.release = options.release ?? '24.10.9';
    this.storedLog = new StandInLog(options.file);
    this.#writer = new StandInWriter(this.storedLog, {
      commitDelayMs: options.commitDelayMs ?? 1,
      commitTimeoutMs: options.commitTimeoutMs ?? 2_000,
      replicate: () => this.#state.replicates && (this.#cluster?.replicate(this) ?? true),
      committed: () => this.pumpSubscriptions(),
    });
  }

  /** For `createKurrentDbEventStore`; the same across stop and start. */
  get connectionString(): string {
    return `kurrentdb://127.0.0.1:${this.#port}?tls=${this.#options.tls !== undefined}`;
  }

  get address(): NodeAddress {
    return { host: '127.0.0.1', port: this.#port };
  }

  get role(): NodeRole {
    return this.#state.role;
  }

  get isListening(): boolean {
    return this.#server !== undefined;
  }

  /** How many events the log holds, the server's own not counted. */
  get eventCount(): number {
    return this.storedLog.records.filter(({ event }) => event && !event.stream.startsWith('$')).length;
  }

  /** How many subscriptions are open. */
  get subscriptionCount(): number {
    return this.#subscriptions.size;
  }

  /** Listens on 127.0.0.1: on the given port, else on the one it had, else on a free one. */
  async start(port = this.#port): Promise<void> {
    const server = serveNode({
      release: this.release,
      writing: this.#writingNode(),
      read: (call) => this.#read(call),
      members: () => this.#members(),
      failure: (metadata) => this.#failure(metadata),
    });
    const serverPort = await new Promise<number>((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', credentialsOf(this.#options), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    this.#server = server;
    if (this.#state.role === 'leader') {
      this.storedLog.indexAll();
      this.#writer.beginEpoch();
    }
    this.#port = await this.#connections.open(port, serverPort);
  }

  /** Goes away as a killed server does. The log stays for the next `start`; the memory of recent ids does not. */
  stop(): void {
    this.#subscriptions.clear();
    this.#connections.close();
    this.#server?.forceShutdown();
    this.#server = undefined;
    this.#writer.abandon();
    this.forgetIds();
  }

  async restart(): Promise<void> {
    this.stop();
    await this.start();
  }

  /** Stops for good and closes the file. */
  close(): void {
    this.stop();
    this.storedLog.close();
  }

  /** Ends every open subscription with UNAVAILABLE, as a node that is shutting down does. */
  dropSubscriptions(): void {
    for (const { call } of this.#subscriptions) {
      fail(call, { code: status.UNAVAILABLE, details: 'the subscription was dropped' });
    }
    this.#subscriptions.clear();
  }

  /** The next `count` calls fail with UNAVAILABLE before anything is done. */
  refuseCalls(count: number): void {
    this.#state.refusals = count;
  }

  refuseAppends(count: number, { onceEvents = 0 }: { onceEvents?: number } = {}): void {
    this.#state.appendRefusals = { count, onceEvents };
  }

  /** The next `count` appends are done but not answered: their call breaks. */
  loseAnswers(count: number): void {
    this.#state.answerFaults = Array.from({ length: count }, () => 'lose');
  }

  /** The next append is done and never answered, while its call stays open. */
  holdAnswer(): void {
    this.#state.answerFaults = ['hold'];
  }

  forgetIds(): void {
    this.#writer.recentIds.clear();
  }

  stopReplication(): void {
    this.#state.replicates = false;
  }

  resumeReplication(): void {
    this.#state.replicates = true;
    this.#writer.commit();
  }

  beginElection({ reads = 'answered' }: { reads?: 'answered' | 'refused' } = {}): void {
    this.#state.role = 'preLeader';
    this.#state.refusesReads = reads === 'refused';
    this.#replicatedCount = this.storedLog.indexedCount;
    this.#writer.abandon();
    this.#connections.breakAll();
    this.storedLog.indexAll();
    this.pumpSubscriptions();
  }

  endElection({ tail }: { tail: 'kept' | 'discarded' }): void {
    if (tail === 'discarded') this.#cut(this.#replicatedCount);
    this.forgetIds();
    this.#state.replicates = true;
    this.#state.refusesReads = false;
    this.becomes('leader');
  }

  async changeLeader({
    phaseMs = 0,
    ...options
  }: {
    tail: 'kept' | 'discarded';
    phaseMs?: number;
    reads?: 'answered' | 'refused';
  }): Promise<void> {
    this.beginElection(options);
    await sleep(phaseMs);
    this.endElection(options);
  }

  loseTail(count: number): void {
    let left = count;
    let kept = this.storedLog.records.length;
    while (left > 0 && kept > 0) {
      const { event } = this.storedLog.records[--kept]!;
      if (event && !event.stream.startsWith('$')) left--;
    }
    this.#writer.abandon();
    this.#cut(kept);
    this.forgetIds();
  }

  freeze(): void {
    this.#connections.freeze();
  }

  thaw(): void {
    this.#connections.thaw();
  }

  loseQuorum(): void {
    this.#state.role = 'leaderless';
    this.stopReplication();
  }

  regainQuorum(): void {
    this.becomes('leader');
    this.resumeReplication();
  }

  denyAccess(calls: 'appends' | 'reads' | 'all' | 'none'): void {
    this.#state.denied = calls;
  }

  dropChannels(): void {
    this.#connections.breakAll();
  }

  nameLeader(leader: NodeAddress | undefined): void {
    this.#state.namedLeader = leader;
  }

  /** The cluster says what the node is. A new Leader begins an epoch. */
  becomes(role: NodeRole): void {
    this.#state.role = role;
    if (role === 'leader') this.#writer.beginEpoch();
  }

  joinCluster(cluster: ClusterOfNode, role: NodeRole): void {
    this.#cluster = cluster;
    this.#state.role = role;
  }

  /** Sends on what has become readable. */
  pumpSubscriptions(): void {
    for (const subscription of this.#subscriptions) subscription.pump();
  }

  /** Commits what waits for a majority. */
  commit(): void {
    this.#writer.commit();
  }

  /** Takes over the leader's log and cuts off what differs; an answer that waited is never given. */
  follow(leader: KurrentDbStandIn): void {
    this.#writer.abandon();
    this.storedLog.follow(leader.storedLog);
    this.pumpSubscriptions();
  }

  #cut(recordCount: number): void {
    this.dropSubscriptions();
    this.storedLog.truncate(recordCount);
  }

  #failure(metadata: Metadata): CallError | undefined {
    if (hasWrongCredentials(metadata, this.#options.users)) return callUnauthenticated();
    return this.#state.takesRefusal() ? refusedCall({ kind: 'notReady' }) : undefined;
  }

  #refusal(call: 'append' | 'read', metadata: Metadata): Refusal | undefined {
    if (call === 'append' && this.#state.takesAppendRefusal(() => this.eventCount))
      return { kind: 'notReady' };
    return this.#state.refusal(call, metadata, this.#cluster?.leader()?.address);
  }

  #writingNode(): WritingNode {
    const writer = (): StandInWriter => this.#leadingWriter();
    return {
      maxAppendSizeBytes: this.#options.maxAppendSizeBytes ?? 1024 * 1024,
      refusal: (call, metadata) => this.#refusal(call, metadata),
      append: (append, answer) => writer().append(append, answer),
      delete: (deletion, answer) => writer().delete(deletion, answer),
      nextFault: () => this.#state.answerFaults.shift(),
    };
  }

  #leadingWriter(): StandInWriter {
    const leader = this.#state.role === 'follower' ? this.#cluster?.leader() : undefined;
    return leader ? leader.#writer : this.#writer;
  }

  #members(): GossipMember[] {
    return this.#cluster?.members() ?? [{ ...this.address, role: this.#state.role, isAlive: true }];
  }

  #read(call: ReadCall): void {
    const options = call.request.getOptions();
    if (!options) return fail(call, { code: status.INVALID_ARGUMENT, details: 'no options' });
    const refusal = this.#refusal('read', call.metadata);
    if (refusal) return fail(call, refusedCall(refusal));
    for (const prefix of options.getFilter()?.getStreamIdentifier()?.getPrefixList() ?? [])
      this.askedPrefixes.add(prefix);
    if (!options.hasSubscription()) return serveRead(this.storedLog, call, options);
    const subscription = subscribe(this.storedLog, call, options, traitsOf(this.release));
    if (!subscription) return;
    this.#subscriptions.add(subscription);
    for (const over of ['cancelled', 'close', 'error']) {
      call.on(over, () => this.#subscriptions.delete(subscription));
    }
    subscription.pump();
  }
}

function credentialsOf({ tls }: KurrentDbStandInOptions): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  const pair = { cert_chain: Buffer.from(tls.certificate), private_key: Buffer.from(tls.key) };
  return ServerCredentials.createSsl(null, [pair]);
}
