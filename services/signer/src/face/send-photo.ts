import { FACE_ADVICE, MAX_FACE_PHOTOS, MIN_FACE_PHOTOS, type AnswerOf } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { SeenFace, Look } from './engine/face-engine.ts';
import type { KeptFrame } from './face-challenges.ts';
import type { FaceService } from './face-service.ts';
import { agree, repeats } from './rules/agreement.ts';
import { adviceOn, isFrontal, onlyFace } from './rules/picture-quality.ts';

/** Takes a photo from a file. @throws Refusal; see `sendFacePhoto` */
export const sendPhoto = (
  service: FaceService,
  personId: string,
  challengeId: string,
  picture: Uint8Array,
): Promise<AnswerOf<'sendFacePhoto'>> =>
  service.looks.run(personId, () => taken(service, personId, challengeId, picture));

async function taken(
  { signer, challenges }: FaceService,
  personId: string,
  challengeId: string,
  picture: Uint8Array,
): Promise<AnswerOf<'sendFacePhoto'>> {
  const challenge = await challenges.find(personId, challengeId);
  const { content, capture, purpose, status } = challenge;
  if (capture !== 'file') throw new Refusal('FACE_UPLOAD_NOT_ALLOWED');
  if (content === undefined || status === 'failed' || status === 'used')
    throw new Refusal('FACE_CHALLENGE_NOT_FOUND');
  if (content.frames.length >= MAX_FACE_PHOTOS)
    throw new Refusal('FACE_QUALITY_LOW', { detail: `São no máximo ${MAX_FACE_PHOTOS} fotos.` });
  const { template, mirrored } = goodFace(await signer.face.look(picture));
  const plain: KeptFrame = { template, mirrored, pose: 'centre', frontal: true };
  const known = content.frames.map((frame) => frame.template);
  if (repeats(signer.face, plain, known, 'file')) throw new Refusal('FACE_PICTURE_REPEATED');
  if (purpose === 'enrolment' && !agree(signer.face, [...content.frames, plain]))
    throw new Refusal('FACE_PICTURES_DISAGREE');
  const frame = purpose === 'enrolment' ? { ...plain, photo: await signer.face.clean(picture) } : plain;
  const frames = [...content.frames, frame];
  await challenges.advance(challenge, 'passed', { ...content, frames });
  return { photos: frames.length, wanted: purpose === 'enrolment' ? MIN_FACE_PHOTOS : 1 };
}

/** The one face of a photo, good enough to be compared. @throws Refusal */
function goodFace(look: Look): SeenFace {
  const face = onlyFace(look);
  if (face === 'no-face') throw new Refusal('NO_FACE_DETECTED', { detail: FACE_ADVICE['no-face'] });
  if (face === 'several-faces')
    throw new Refusal('MULTIPLE_FACES_DETECTED', { detail: FACE_ADVICE['several-faces'] });
  const advice = adviceOn(face) ?? (isFrontal(face) ? undefined : 'face-camera');
  if (advice !== undefined) throw new Refusal('FACE_QUALITY_LOW', { detail: FACE_ADVICE[advice] });
  return face;
}
