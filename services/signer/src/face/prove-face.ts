import type { AnswerOf, FaceEvidence } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import { issueProof } from '@lacre/proofs';

import { thresholdOf } from './asked-similarity.ts';
import { isBoundTo, readEnrolment } from './enrolment-record.ts';
import type { FaceChallenge } from './face-challenges.ts';
import type { FaceService } from './face-service.ts';
import type { FacePerson } from './record-face.ts';
import { refuseFace } from './refuse-face.ts';
import { repeats } from './rules/agreement.ts';
import { distanceFrom, similarityOf } from './rules/similarity.ts';

/** Long enough to read the terms once more and sign. */
const PROOF_SECONDS = 600;

interface Asked {
  challengeId: string;
  nonce: string;
}

/**
 * Compares what was shown with what is enrolled, once. A repeat of what was recognised is answered with a proof of the
 * same, while that face is enrolled; after a failure another challenge is needed. One after another of one
 * person: challenges that are presented together are as many tries.
 *
 * @throws Refusal; see `proveFace`
 */
export function proveFace(
  service: FaceService,
  by: FacePerson,
  asked: Asked,
): Promise<AnswerOf<'proveFace'>> {
  return service.lists.alone(by.personId, () => proven(service, by, asked));
}

async function proven(
  service: FaceService,
  by: FacePerson,
  { challengeId, nonce }: Asked,
): Promise<AnswerOf<'proveFace'>> {
  const { challenges, tries } = service;
  const challenge = await challenges.find(by.personId, challengeId);
  if (challenge.purpose !== 'signature' || challenge.nonce !== nonce)
    throw new Refusal('FACE_CHALLENGE_NOT_FOUND');
  if (challenge.proven !== undefined) return proofOf(service, challenge, challenge.proven);
  await tries.assertNotWaiting(by.personId);
  const evidence = await compare(service, by, challenge);
  if (evidence.similarity < evidence.threshold) {
    await challenges.advance(challenge, 'failed', undefined);
    const { similarity, distance, threshold } = evidence;
    await refuseFace(service, by, challenge, 'FACE_NOT_RECOGNIZED', { similarity, distance, threshold });
    throw new Refusal('FACE_NOT_RECOGNIZED');
  }
  await challenges.advance(challenge, 'used', undefined, evidence);
  await tries.succeed(by.personId);
  return proofOf(service, challenge, evidence);
}

async function compare(
  { signer, lists }: FaceService,
  { proven: session }: FacePerson,
  { personId, tenantId, challengeId, content, status, capture }: FaceChallenge,
): Promise<FaceEvidence> {
  if (content === undefined) throw new Refusal('FACE_CHALLENGE_NOT_FOUND');
  const frontal = content.frames.filter((frame) => frame.frontal);
  if (status !== 'passed' || frontal.length === 0) throw new Refusal('NO_SELFIES_PROVIDED');
  const list = await lists.find(personId);
  if (list?.modelId !== signer.face.modelId) throw new Refusal('AUTH_NO_PERSON_FACELIST');
  const record = await readEnrolment(signer.log, list);
  if (!isBoundTo(record, session)) throw new Refusal('AUTH_NO_PERSON_FACELIST');
  const enrolled = await lists.templates(list);
  const closeness = capture === 'live' && list.capture === 'live' ? 'live' : 'file';
  const shown = frontal.filter((frame) => !repeats(signer.face, frame, enrolled, closeness));
  if (shown.length === 0) throw new Refusal('FACE_PICTURE_REPEATED');
  const distance = distanceFrom(
    signer.face,
    shown.map(({ template }) => template),
    enrolled,
  );
  await lists.noteUse(list, signer.now());
  const { consentVersion, register } = record;
  return {
    similarity: similarityOf(distance),
    distance: Math.round(distance * 10_000) / 10_000,
    threshold: await thresholdOf(signer.log, tenantId),
    modelId: signer.face.modelId,
    challengeId,
    capture,
    enrolledAt: list.enrolledAt.toISOString(),
    ...(consentVersion === undefined ? {} : { consentVersion }),
    enrolment: {
      enrolmentId: list.enrolmentId,
      capture: list.capture,
      photos: list.photos,
      ...(register === undefined ? {} : { register }),
    },
  };
}

async function proofOf(
  { signer }: FaceService,
  { personId, tenantId, signatureIds, nonce }: FaceChallenge,
  evidence: FaceEvidence,
): Promise<AnswerOf<'proveFace'>> {
  const claims = { personId, tenantId, signatureIds: [...signatureIds], nonce, ...evidence };
  const proof = await issueProof('face', claims, {
    secret: signer.proofSecret,
    expiresInSeconds: PROOF_SECONDS,
    now: signer.now(),
  });
  const { similarity, threshold } = evidence;
  return { proof, expiresInSeconds: PROOF_SECONDS, similarity, threshold };
}
