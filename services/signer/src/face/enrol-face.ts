import {
  FACE_PHOTO_DAYS,
  FACE_TEMPLATE_MONTHS,
  FACE_TERMS_VERSION,
  MAX_FACE_PHOTOS,
  MIN_FACE_PHOTOS,
  type AnswerOf,
} from '@lacre/contracts';
import { derivedId, type Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';

import type { FaceChallenge, KeptFrame } from './face-challenges.ts';
import type { FaceList } from './face-lists.ts';
import type { FaceService } from './face-service.ts';
import { recordFace, type FaceActor } from './record-face.ts';

interface Asked {
  challengeId: string;
  nonce: string;
  termsVersion: string;
}

/**
 * Enrols the face that was shown in answer to a challenge.
 *
 * Commit points: the append of FaceConsentGiven and FaceEnrolled, then the transaction with the templates. A crash
 * between them leaves a consent to what is not kept, and a repeat keeps it; never templates without consent.
 *
 * @throws Refusal; see `enrolFace`
 */
export async function enrolFace(
  service: FaceService,
  by: FaceActor & { personId: string },
  { challengeId, nonce, termsVersion }: Asked,
): Promise<AnswerOf<'enrolFace'>> {
  const { signer, lists, challenges } = service;
  if (termsVersion !== FACE_TERMS_VERSION) throw new Refusal('FACE_CONSENT_REQUIRED');
  return lists.alone(by.personId, async (client) => {
    const challenge = await challenges.find(by.personId, challengeId);
    if (challenge.purpose !== 'enrolment' || challenge.nonce !== nonce)
      throw new Refusal('FACE_CHALLENGE_NOT_FOUND');
    const known = await lists.find(by.personId, client);
    // The same request once more.
    if (known?.enrolmentId === challengeId)
      return { ...answerOf(known), position: await recordEnrolment(service, by, challenge, known) };
    if (known?.modelId === signer.face.modelId) throw new Refusal('FACE_LIST_ALREADY_EXISTS');
    const pictures = picturesOf(challenge);
    const { tenantId, personId, capture } = challenge;
    const { modelId } = signer.face;
    // Erased before the other is enrolled, by the clock too: what is proven of a face ends with its erasure.
    if (known !== undefined) await replaceList(service, by, known);
    const enrolment = {
      personId,
      tenantId,
      enrolmentId: challengeId,
      modelId,
      capture,
      enrolledAt: signer.now(),
    };
    const added = { ...enrolment, photos: pictures.length };
    const position = await recordEnrolment(service, by, challenge, added);
    if (known !== undefined) await lists.remove(client, known);
    await lists.add(client, { ...enrolment, pictures });
    await client.query(
      `update signer.face_challenge set status = 'used', box = null, version = version + 1 where challenge_id = $1`,
      [challengeId],
    );
    return { ...answerOf(added), position };
  });
}

const answerOf = ({ photos, enrolledAt }: FaceList) => ({ photos, enrolledAt: enrolledAt.toISOString() });

/** Pictures in which the face looks at the camera; of a live challenge enough of them. @throws Refusal */
function picturesOf({ content, status, capture }: FaceChallenge): readonly KeptFrame[] {
  if (content === undefined) throw new Refusal('FACE_CHALLENGE_NOT_FOUND');
  const pictures = content.frames.filter(({ photo }) => photo !== undefined).slice(0, MAX_FACE_PHOTOS);
  if (status !== 'passed' || pictures.length === 0) throw new Refusal('NO_SELFIES_PROVIDED');
  if (capture === 'live' && pictures.length < MIN_FACE_PHOTOS) throw new Refusal('FACE_QUALITY_LOW');
  return pictures;
}

/** What an engine of before knew is worth nothing to this one. */
async function replaceList(
  { signer }: FaceService,
  by: FaceActor,
  { personId, tenantId, enrolmentId }: FaceList,
): Promise<void> {
  const erasedAt = signer.now().toISOString();
  const data = { personId, tenantId, enrolmentId, reason: 'model-changed', erasedAt } as const;
  await recordFace(signer, by, [
    { id: derivedId('face-erased', enrolmentId), event: { type: 'FaceErased', data } },
  ]);
}

async function recordEnrolment(
  { signer }: FaceService,
  by: FaceActor,
  { challengeId }: FaceChallenge,
  { personId, tenantId, modelId, capture, photos, enrolledAt }: FaceList,
): Promise<Position> {
  const at = enrolledAt.toISOString();
  const of = { personId, tenantId };
  return recordFace(signer, by, [
    {
      id: derivedId('face-consent', challengeId),
      event: {
        type: 'FaceConsentGiven',
        data: {
          ...of,
          termsVersion: FACE_TERMS_VERSION,
          photoDays: FACE_PHOTO_DAYS,
          templateMonths: FACE_TEMPLATE_MONTHS,
          client: by.client ?? {},
          consentedAt: at,
        },
      },
    },
    {
      id: derivedId('face-enrolled', challengeId),
      event: {
        type: 'FaceEnrolled',
        data: { ...of, enrolmentId: challengeId, modelId, photos, capture, enrolledAt: at },
      },
    },
  ]);
}
