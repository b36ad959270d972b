import type { DomainLog } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';
import type { PersonalDataKeys } from '@lacre/personal-data';
import type { ProofSecret } from '@lacre/proofs';
import type { Pool } from 'pg';

import { BoundedQueue } from './bounded-queue.ts';
import type { FaceRegister } from './comparison/face-comparison.ts';
import type { FaceEngine } from './engine/face-engine.ts';
import { FaceChallenges } from './face-challenges.ts';
import { FaceKeys } from './face-keys.ts';
import { FaceLists } from './face-lists.ts';
import { FaceTries } from './face-tries.ts';

/** What the service of faces is made of. */
interface FaceParts {
  readonly log: DomainLog;
  readonly eventStore: EventStore;
  readonly pool: Pool;
  readonly now: () => Date;
  readonly proofSecret: ProofSecret;
  /** Of the people whose faces are kept. */
  readonly personalDataKeys: PersonalDataKeys;
  readonly face: FaceEngine;
  readonly faceRegister?: FaceRegister | undefined;
}

/** What the operations of faces work with. */
export interface FaceService {
  signer: FaceParts;
  lists: FaceLists;
  challenges: FaceChallenges;
  tries: FaceTries;
  /** Pictures, of each person one after another. */
  looks: BoundedQueue;
}

export function createFaceService(signer: FaceParts): FaceService {
  const { pool, now } = signer;
  const keys = new FaceKeys(signer.personalDataKeys);
  return {
    signer,
    lists: new FaceLists(pool, keys),
    challenges: new FaceChallenges(pool, keys, now),
    tries: new FaceTries(pool, now),
    looks: new BoundedQueue(),
  };
}
