import { randomInt } from 'node:crypto';

import type { PersonPrincipal } from '@lacre/access';
import type { AnswerOf, FaceCapture } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import { assertAsked } from './asked-signatures.ts';
import { isBoundTo, readEnrolment } from './enrolment-record.ts';
import type { ChallengePurpose, FaceChallenges } from './face-challenges.ts';
import type { FaceService } from './face-service.ts';
import type { FacePerson } from './record-face.ts';
import { refuseFace } from './refuse-face.ts';
import { drawSteps, STEP_MS, type DrawnSteps, type Liveness } from './rules/liveness.ts';

interface Asked {
  purpose: ChallengePurpose;
  signatureIds: readonly string[];
  capture: FaceCapture;
}

/** Steps in which the face looks at the camera: what is enrolled is taken from those. */
const FRONTAL_STEPS: Readonly<Record<ChallengePurpose, number>> = { enrolment: 2, signature: 1 };

/** @throws Refusal; see `startFaceChallenge` */
export async function startChallenge(
  service: FaceService,
  by: FacePerson,
  principal: PersonPrincipal,
  { purpose, signatureIds, capture }: Asked,
): Promise<AnswerOf<'startFaceChallenge'>> {
  const { signer, lists, challenges, tries } = service;
  const { sub: personId, tenantId } = principal;
  await assertAsked(signer, principal, signatureIds, capture);
  const list = await lists.find(personId);
  const isKnown =
    list?.modelId === signer.face.modelId &&
    isBoundTo(await readEnrolment(signer.log, list), principal.proven ?? []);
  if (purpose === 'enrolment' && isKnown) throw new Refusal('FACE_LIST_ALREADY_EXISTS');
  if (purpose === 'signature') {
    if (!isKnown) throw new Refusal('AUTH_NO_PERSON_FACELIST');
    await tries.assertNotWaiting(personId);
  }
  // One after another: concurrent starts would each find that few were begun.
  const begun = await lists.alone(personId, async () => {
    if (purpose === 'signature' && capture === 'live') await countAbandoned(service, by);
    const drawn = capture === 'live' ? await stepsFor(challenges, personId, purpose) : NO_STEPS;
    return challenges.begin({ personId, tenantId, purpose, signatureIds, capture }, drawn);
  });
  const { challengeId, nonce, content, expiresAt } = begun;
  return {
    challengeId,
    nonce,
    step: capture === 'live' && content !== undefined ? stepOf(content.liveness) : null,
    expiresAt: expiresAt.toISOString(),
  };
}

const NO_STEPS: DrawnSteps = { steps: [], spare: [] };

/** Drawn at random; of a challenge that was left before any picture, its own. */
const stepsFor = async (
  challenges: FaceChallenges,
  personId: string,
  purpose: ChallengePurpose,
): Promise<DrawnSteps> =>
  (await challenges.stepsLeft(personId, purpose)) ?? drawSteps(randomInt, FRONTAL_STEPS[purpose]);

/** A challenge that was left is a try, like one that was not passed. @throws Refusal TOO_MANY_REQUESTS */
async function countAbandoned(service: FaceService, by: FacePerson): Promise<void> {
  const abandoned = await service.challenges.endAbandoned(by.personId);
  for (const challenge of abandoned) await refuseFace(service, by, challenge, 'CHALLENGE_ABANDONED');
  if (abandoned.length > 0) await service.tries.assertNotWaiting(by.personId);
}

/** What is asked now, and nothing of what comes after it. */
export function stepOf({ steps, at, stepMs }: Liveness): AnswerOf<'startFaceChallenge'>['step'] {
  const pose = steps[at];
  if (pose === undefined) return null;
  const secondsLeft = Math.max(0, Math.round((STEP_MS - stepMs) / 100) / 10);
  return { number: at + 1, of: steps.length, pose, secondsLeft };
}
