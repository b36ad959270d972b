import {
  FACE_PHOTO_DAYS,
  FACE_TEMPLATE_MONTHS,
  FACE_TERMS_VERSION,
  MAX_FACE_PHOTOS,
  MIN_FACE_PHOTOS,
  type AnswerOf,
  type FaceRegister,
} from '@lacre/contracts';
import { derivedId, type Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';

import { thresholdOf } from './asked-similarity.ts';
import { checkRegister } from './comparison/check-register.ts';
import { isBoundTo, readEnrolment } from './enrolment-record.ts';
import type { FaceChallenge, KeptFrame } from './face-challenges.ts';
import type { FaceList } from './face-lists.ts';
import type { FaceService } from './face-service.ts';
import { recordFace, type FacePerson } from './record-face.ts';
import { refuseFace } from './refuse-face.ts';
import { agree } from './rules/agreement.ts';
import { distanceFrom, similarityOf } from './rules/similarity.ts';

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
  by: FacePerson,
  { challengeId, nonce, termsVersion }: Asked,
): Promise<AnswerOf<'enrolFace'>> {
  const { signer, lists, challenges } = service;
  if (termsVersion !== FACE_TERMS_VERSION) throw new Refusal('FACE_CONSENT_REQUIRED');
  const register = await service.looks.run(by.personId, () =>
    checkRegister(service, by, { challengeId, nonce }),
  );
  return lists.alone(by.personId, async (client) => {
    const challenge = await challenges.find(by.personId, challengeId);
    if (challenge.purpose !== 'enrolment' || challenge.nonce !== nonce)
      throw new Refusal('FACE_CHALLENGE_NOT_FOUND');
    const known = await lists.find(by.personId, client);
    // The same request once more.
    if (known?.enrolmentId === challengeId)
      return {
        ...answerOf(known),
        position: await recordEnrolment(service, by, challenge, { ...known, register }),
      };
    const isComparable = known?.modelId === signer.face.modelId;
    if (isComparable && isBoundTo(await readEnrolment(signer.log, known), by.proven))
      throw new Refusal('FACE_LIST_ALREADY_EXISTS');
    const pictures = picturesOf(challenge);
    if (!agree(signer.face, pictures)) throw new Refusal('FACE_PICTURES_DISAGREE');
    if (isComparable) await assertSameFace(service, by, challenge, { known, pictures });
    const { tenantId, personId, capture } = challenge;
    const { modelId } = signer.face;
    // Erased before the other is enrolled, by the clock too: what is proven of a face ends with its erasure.
    if (known !== undefined)
      await replaceList(service, by, known, isComparable ? 'contact-changed' : 'model-changed');
    const enrolment = {
      personId,
      tenantId,
      enrolmentId: challengeId,
      modelId,
      capture,
      enrolledAt: signer.now(),
    };
    const added = { ...enrolment, photos: pictures.length, register };
    const position = await recordEnrolment(service, by, challenge, added);
    if (known !== undefined) await lists.remove(client, known);
    await lists.add(client, { ...enrolment, pictures });
    await challenges.spend(client, challengeId);
    return { ...answerOf(added), position };
  });
}

const answerOf = ({ photos, enrolledAt }: FaceList) => ({ photos, enrolledAt: enrolledAt.toISOString() });

/** Pictures in which the face looks at the camera, enough of them. @throws Refusal */
function picturesOf({ content, status }: FaceChallenge): readonly KeptFrame[] {
  if (content === undefined) throw new Refusal('FACE_CHALLENGE_NOT_FOUND');
  const pictures = content.frames.filter(({ photo }) => photo !== undefined).slice(0, MAX_FACE_PHOTOS);
  if (status !== 'passed' || pictures.length === 0) throw new Refusal('NO_SELFIES_PROVIDED');
  if (pictures.length < MIN_FACE_PHOTOS) throw new Refusal('FACE_PICTURES_MISSING');
  return pictures;
}

/** What an engine of before knew is worth nothing to this one; what a session of another contact enrolled, to this session. */
async function replaceList(
  { signer }: FaceService,
  by: FacePerson,
  { personId, tenantId, enrolmentId }: FaceList,
  reason: 'model-changed' | 'contact-changed',
): Promise<void> {
  const erasedAt = signer.now().toISOString();
  const data = { personId, tenantId, enrolmentId, reason, erasedAt } as const;
  await recordFace(signer, by, [
    { id: derivedId('face-erased', enrolmentId), event: { type: 'FaceErased', data } },
  ]);
}

/**
 * A face that a session of another contact enrolled is replaced by the same face alone: who takes over a contact does
 * not take over the face. The way on for the person is the account, which may erase what it keeps.
 *
 * @throws Refusal FACE_NOT_RECOGNIZED, TOO_MANY_REQUESTS
 */
async function assertSameFace(
  service: FaceService,
  by: FacePerson,
  challenge: FaceChallenge,
  { known, pictures }: { known: FaceList; pictures: readonly KeptFrame[] },
): Promise<void> {
  const { signer, lists, challenges, tries } = service;
  await tries.assertNotWaiting(by.personId);
  const shown = pictures.map(({ template }) => template);
  const distance = distanceFrom(signer.face, shown, await lists.templates(known));
  const similarity = similarityOf(distance);
  const threshold = await thresholdOf(signer.log, challenge.tenantId);
  if (similarity >= threshold) return;
  await challenges.advance(challenge, 'failed', undefined);
  await refuseFace(service, by, challenge, 'FACE_NOT_RECOGNIZED', { similarity, distance, threshold });
  throw new Refusal('FACE_NOT_RECOGNIZED', { detail: OTHER_FACE });
}

const OTHER_FACE =
  'Já existe um rosto cadastrado por outro contato, e este não é o mesmo. Se o cadastro anterior não é seu, peça a quem ' +
  'enviou o documento que o apague.';

async function recordEnrolment(
  { signer }: FaceService,
  by: FacePerson,
  { challengeId }: FaceChallenge,
  {
    personId,
    tenantId,
    modelId,
    capture,
    photos,
    enrolledAt,
    register,
  }: FaceList & { register: FaceRegister | undefined },
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
        data: {
          ...of,
          enrolmentId: challengeId,
          modelId,
          photos,
          capture,
          proven: by.proven.map(({ channel, address }) => ({ channel, address })),
          ...(register === undefined ? {} : { register }),
          enrolledAt: at,
        },
      },
    },
  ]);
}
