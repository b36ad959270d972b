import { setTimeout as sleep } from 'node:timers/promises';

import { KurrentDbStandIn, type KurrentDbStandInOptions } from '../kurrentdb-stand-in.ts';
import type { GossipMember } from './calls/gossip.ts';

/**
 * Nodes that replicate from one leader and know of each other by gossip. A test says who leads: there is no election
 * of its own.
 */
export class KurrentDbStandInCluster {
  readonly nodes: readonly KurrentDbStandIn[];
  readonly #heldBack = new Set<KurrentDbStandIn>();
  #leader: KurrentDbStandIn | undefined;

  constructor({ size = 3, ...options }: Omit<KurrentDbStandInOptions, 'file'> & { size?: number } = {}) {
    this.nodes = Array.from({ length: size }, () => new KurrentDbStandIn(options));
    this.#leader = this.nodes[0];
    for (const node of this.nodes) {
      node.joinCluster(
        {
          members: () => this.#members(),
          leader: () => this.#leader,
          replicate: (leader) => this.#replicate(leader),
        },
        node === this.#leader ? 'leader' : 'follower',
      );
    }
  }

  get leader(): KurrentDbStandIn | undefined {
    return this.#leader;
  }

  /** All hosts, for gossip. */
  get connectionString(): string {
    const hosts = this.nodes.map(({ address: { host, port } }) => `${host}:${port}`);
    return `kurrentdb://${hosts.join(',')}?tls=false`;
  }

  /** One host, from which the others are discovered. */
  get discoverConnectionString(): string {
    const { host, port } = this.nodes[0]!.address;
    return `kurrentdb+discover://${host}:${port}?tls=false`;
  }

  async start(): Promise<void> {
    for (const node of this.nodes.toReversed()) await node.start();
  }

  close(): void {
    for (const node of this.nodes) node.close();
  }

  /** The node dies. When it was the leader, there is none until `electLeader`. */
  kill(node: KurrentDbStandIn): void {
    node.stop();
    if (node !== this.#leader) return;
    this.#leader = undefined;
    for (const other of this.nodes) other.becomes('leaderless');
  }

  /** The node comes back: it cuts off what the leader has not and takes over the rest. */
  async revive(node: KurrentDbStandIn): Promise<void> {
    node.becomes(this.#leader ? 'follower' : 'leaderless');
    await node.start();
    if (this.#leader) node.follow(this.#leader);
    this.#leader?.commit();
  }

  /** The leader's records do not reach this node any more: it is behind, and counts for no majority. */
  holdBack(node: KurrentDbStandIn): void {
    this.#heldBack.add(node);
  }

  /** It catches up. */
  release(node: KurrentDbStandIn): void {
    this.#heldBack.delete(node);
    if (this.#leader && node !== this.#leader) node.follow(this.#leader);
    this.#leader?.commit();
  }

  /**
   * The node is elected: for `phaseMs` it answers reads and refuses appends, then it leads. What the others have and
   * it has not is discarded, theirs when they follow. `tail` is about its own records that were never replicated.
   */
  async electLeader(
    node: KurrentDbStandIn,
    { phaseMs = 0, tail = 'kept' }: { phaseMs?: number; tail?: 'kept' | 'discarded' } = {},
  ): Promise<void> {
    this.#leader = undefined;
    for (const other of this.nodes) if (other !== node) other.becomes('leaderless');
    node.beginElection();
    await sleep(phaseMs);
    this.#leader = node;
    this.#heldBack.delete(node);
    for (const other of this.#followers()) {
      other.becomes('follower');
      if (!this.#heldBack.has(other)) other.dropChannels();
    }
    node.endElection({ tail });
  }

  #followers(): KurrentDbStandIn[] {
    return this.nodes.filter((node) => node !== this.#leader && node.isListening);
  }

  #replicate(leader: KurrentDbStandIn): boolean {
    if (leader !== this.#leader) return false;
    const reached = this.#followers().filter((node) => !this.#heldBack.has(node));
    if ((reached.length + 1) * 2 <= this.nodes.length) return false;
    leader.storedLog.indexAll();
    for (const node of reached) node.follow(leader);
    return true;
  }

  #members(): GossipMember[] {
    return this.nodes.map((node) => ({ ...node.address, role: node.role, isAlive: node.isListening }));
  }
}
