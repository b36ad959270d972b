import type { DataOf, FaceEvidence } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';

import type { FaceChallenge } from './face-challenges.ts';
import type { FaceService } from './face-service.ts';
import { recordFace, type FaceActor } from './record-face.ts';

/** Counts a face that was refused, and records that it was: the person may ask for a review. */
export async function refuseFace(
  { signer, tries }: FaceService,
  by: FaceActor,
  { challengeId, personId, tenantId, signatureIds }: FaceChallenge,
  code: DataOf<'FaceRefused'>['code'],
  figures: Partial<Pick<FaceEvidence, 'similarity' | 'distance' | 'threshold' | 'modelId'>> = {},
): Promise<void> {
  const attempt = await tries.fail(personId);
  const data = {
    personId,
    tenantId,
    challengeId,
    signatureIds: [...signatureIds],
    code,
    modelId: signer.face.modelId,
    ...figures,
    attempt,
    refusedAt: signer.now().toISOString(),
  };
  await recordFace(signer, by, [
    { id: derivedId('face-refused', challengeId), event: { type: 'FaceRefused', data } },
  ]);
}
