import type { ServerRelease } from './release.ts';

export type { ServerRelease } from './release.ts';

export interface KurrentDbStandInOptions {
  /** Keeps the log in this file too (one JSON line per append, synced before it is answered), across processes. */
  file?: string;
  /** The release whose answers it gives; default `24.10.9`. */
  release?: ServerRelease;
  /** The limit for a whole append; the server's default is 1 MiB. */
  maxAppendSizeBytes?: number;
  /** How long a written append takes until it is replicated, readable and answered. Default 1; 0 is at once. */
  commitDelayMs?: number;
  /** Serves TLS with these, in PEM. The client needs the authority (`tlsCAFile`). */
  tls?: { certificate: string; key: string };
  /** Who may call, by password. Clients send credentials over TLS only. Without it every client may. */
  users?: Readonly<Record<string, string>>;
  /** How long the server waits for replication until it ends an append with DeadlineExceeded. Default 2,000. */
  commitTimeoutMs?: number;
}

/**
 * What a node is. Only a `leader` takes appends. A `preLeader` was elected and is not yet Leader: it refuses appends
 * ("Server Is Not Ready") and answers every read, also one that requires the leader, from its whole tail. A
 * `leaderless` node knows no leader: it refuses appends and reads that require one.
 */
export type NodeRole = 'leader' | 'preLeader' | 'follower' | 'leaderless';

export interface NodeAddress {
  host: string;
  port: number;
}

/** What a test does to a node of the stand-in. Every switch takes effect at once and lasts until it is undone. */
export interface StandInSwitches {
  /** The memory of event ids is gone, as after a restart: `any` and `streamExists` write known ids again. */
  forgetIds(): void;

  /**
   * Appends from now on stay in the node's tail: written, not replicated, not readable, not answered until the commit
   * time-out ends them with DeadlineExceeded.
   */
  stopReplication(): void;

  /** What is in the tail becomes readable, and is answered where a caller still waits. */
  resumeReplication(): void;

  /**
   * Begins a change of leader in which this node is elected: connections break, what was in flight is never answered,
   * and the node is `preLeader`. Reads show the tail (see `stopReplication`), which the cluster may still discard; or,
   * as earlier in an election, are `refused` with UNAVAILABLE.
   */
  beginElection(phase?: { reads?: 'answered' | 'refused' }): void;

  /**
   * Ends it: the node is Leader and has forgotten the ids. `discarded`: what was not replicated is gone, as if it had
   * never been written; its positions and revisions are used again, and subscriptions are dropped.
   */
  endElection(outcome: { tail: 'kept' | 'discarded' }): void;

  /** Begins, waits for `phaseMs` and ends. */
  changeLeader(change: {
    tail: 'kept' | 'discarded';
    phaseMs?: number;
    reads?: 'answered' | 'refused';
  }): Promise<void>;

  /** The last `count` events are gone though they were acknowledged, as after a restore to an earlier state. */
  loseTail(count: number): void;

  /** Takes connections and answers nothing on them, no ping either, until `thaw`, which handles what has waited. */
  freeze(): void;
  thaw(): void;

  /** No majority: the node is `leaderless`, and gossip names no node that a client may choose, so discovery fails. */
  loseQuorum(): void;
  regainQuorum(): void;

  /** These calls end in AccessDenied. `none` undoes it. */
  denyAccess(calls: 'appends' | 'reads' | 'all' | 'none'): void;

  /**
   * Refuses the next `count` appends ("Server Is Not Ready") and takes what follows them on the same call; `onceEvents`:
   * from when the log holds so many events.
   */
  refuseAppends(count: number, from?: { onceEvents?: number }): void;

  /** Breaks every connection at once, without a word; the node goes on listening. */
  dropChannels(): void;

  /** Answers appends, and reads that require the leader, with NotLeader that names this node. `undefined` undoes it. */
  nameLeader(leader: NodeAddress | undefined): void;
}
