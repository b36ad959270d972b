import type { SignerContext } from '../dependencies.ts';
import { BoundedQueue } from './bounded-queue.ts';
import { FaceChallenges } from './face-challenges.ts';
import { FaceKeys } from './face-keys.ts';
import { FaceLists } from './face-lists.ts';
import { FaceTries } from './face-tries.ts';

/** What the operations of faces work with. */
export interface FaceService {
  signer: SignerContext;
  lists: FaceLists;
  challenges: FaceChallenges;
  tries: FaceTries;
  /** Pictures, of each person one after another. */
  looks: BoundedQueue;
}

export function createFaceService(signer: SignerContext): FaceService {
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
