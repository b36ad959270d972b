import { FACE_ADVICE, MAX_FACE_PHOTOS } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { SeenFace, Look } from './engine/face-engine.ts';
import type { KeptFrame } from './face-challenges.ts';
import type { FaceService } from './face-service.ts';
import { adviceOn, isFrontal, onlyFace } from './rules/picture-quality.ts';

/** Takes a photo from a file. @returns how many there are. @throws Refusal; see `sendFacePhoto` */
export const sendPhoto = (
  service: FaceService,
  personId: string,
  challengeId: string,
  picture: Uint8Array,
): Promise<number> => service.looks.run(personId, () => taken(service, personId, challengeId, picture));

async function taken(
  { signer, challenges }: FaceService,
  personId: string,
  challengeId: string,
  picture: Uint8Array,
): Promise<number> {
  const challenge = await challenges.find(personId, challengeId);
  const { content, capture, purpose, status } = challenge;
  if (capture !== 'file') throw new Refusal('FACE_UPLOAD_NOT_ALLOWED');
  if (content === undefined || status === 'failed' || status === 'used')
    throw new Refusal('FACE_CHALLENGE_NOT_FOUND');
  if (content.frames.length >= MAX_FACE_PHOTOS)
    throw new Refusal('FACE_QUALITY_LOW', { detail: `São no máximo ${MAX_FACE_PHOTOS} fotos.` });
  const { template } = goodFace(await signer.face.look(picture));
  const plain: KeptFrame = { template, pose: 'centre', frontal: true };
  const frame = purpose === 'enrolment' ? { ...plain, photo: await signer.face.clean(picture) } : plain;
  const frames = [...content.frames, frame];
  await challenges.advance(challenge, 'passed', { ...content, frames });
  return frames.length;
}

/** The one face of a photo, good enough to be compared. @throws Refusal */
export function goodFace(look: Look): SeenFace {
  const face = onlyFace(look);
  if (face === 'no-face') throw new Refusal('NO_FACE_DETECTED', { detail: FACE_ADVICE['no-face'] });
  if (face === 'several-faces')
    throw new Refusal('MULTIPLE_FACES_DETECTED', { detail: FACE_ADVICE['several-faces'] });
  const advice = adviceOn(face) ?? (isFrontal(face) ? undefined : 'face-camera');
  if (advice !== undefined) throw new Refusal('FACE_QUALITY_LOW', { detail: FACE_ADVICE[advice] });
  return face;
}
