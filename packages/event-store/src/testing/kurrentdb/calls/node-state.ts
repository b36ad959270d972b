import type { Metadata } from '@grpc/grpc-js';

import type { KurrentDbStandInOptions, NodeAddress, NodeRole } from '../switches.ts';
import { isAnonymous, requiresLeader } from './call-metadata.ts';
import type { Refusal } from './errors.ts';
import type { AnswerFault } from './serve-writes.ts';

type Users = KurrentDbStandInOptions['users'];

/** What the switches have set, and which calls a node refuses by it. */
export class NodeState {
  role: NodeRole = 'leader';
  denied: 'appends' | 'reads' | 'all' | 'none' = 'none';
  namedLeader: NodeAddress | undefined;
  replicates = true;
  /** In an election: whether reads are refused as appends are. */
  refusesReads = false;
  /** So many calls fail before anything is done. */
  refusals = 0;
  /** So many appends are refused, as by a node that does not lead yet, once the log holds so many events. */
  appendRefusals = { count: 0, onceEvents: 0 };
  answerFaults: AnswerFault[] = [];
  readonly #users: Users;

  constructor(users: Users) {
    this.#users = users;
  }

  /** A follower forwards what does not require the leader, and names the leader of the cluster otherwise. */
  refusal(call: 'append' | 'read', metadata: Metadata, leader: NodeAddress | undefined): Refusal | undefined {
    if (this.#users && isAnonymous(metadata)) return { kind: 'accessDenied' };
    if (this.denied === 'all' || this.denied === `${call}s`) return { kind: 'accessDenied' };
    const leaderRequired = requiresLeader(metadata);
    const needsLeader = call === 'append' || leaderRequired;
    if (this.namedLeader && needsLeader) return { kind: 'notLeader', leader: this.namedLeader };
    switch (this.role) {
      case 'leader':
        return undefined;
      case 'preLeader':
        return call === 'append' || this.refusesReads ? { kind: 'notReady' } : undefined;
      case 'leaderless':
        return needsLeader ? { kind: 'notReady' } : undefined;
      case 'follower':
        if (!leaderRequired) return undefined;
        return leader ? { kind: 'notLeader', leader } : { kind: 'notReady' };
    }
  }

  /** Whether this append is one of those to be refused. */
  takesAppendRefusal(eventCount: () => number): boolean {
    const { count, onceEvents } = this.appendRefusals;
    if (count === 0 || eventCount() < onceEvents) return false;
    this.appendRefusals.count--;
    return true;
  }

  /** Whether this call is one of those to be refused. */
  takesRefusal(): boolean {
    if (this.refusals === 0) return false;
    this.refusals--;
    return true;
  }
}
