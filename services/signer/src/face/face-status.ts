import type { PersonPrincipal } from '@lacre/access';
import { FACE_PHOTO_DAYS, FACE_TEMPLATE_MONTHS, FACE_TERMS_VERSION, type AnswerOf } from '@lacre/contracts';

import { isBoundTo, readEnrolment } from './enrolment-record.ts';
import type { FaceService } from './face-service.ts';

/** What is kept of a person's face, and whether it may be looked at now. */
export async function faceStatus(
  { signer, lists, tries }: FaceService,
  { sub: personId, proven = [] }: PersonPrincipal,
): Promise<AnswerOf<'getFace'>> {
  const [list, { triesLeft, waitUntil }] = await Promise.all([lists.find(personId), tries.left(personId)]);
  const photos = list === undefined ? [] : await lists.photos(list, signer.now());
  const enrolledAt = list?.enrolledAt.toISOString() ?? '';
  const isUsable =
    list?.modelId === signer.face.modelId && isBoundTo(await readEnrolment(signer.log, list), proven);
  return {
    enrolled: isUsable
      ? { enrolledAt, photos: list.photos, capture: list.capture, modelId: list.modelId }
      : null,
    kept:
      list === undefined
        ? null
        : {
            enrolledAt,
            templates: list.photos,
            photos: photos.map(({ number, expiresAt }) => ({ number, expiresAt: expiresAt.toISOString() })),
          },
    triesLeft,
    waitUntil: waitUntil?.toISOString() ?? null,
    consent: {
      termsVersion: FACE_TERMS_VERSION,
      photoDays: FACE_PHOTO_DAYS,
      templateMonths: FACE_TEMPLATE_MONTHS,
      register: signer.faceRegister?.comparison.source ?? null,
    },
  };
}
