import { defineRoute } from '../../define-route.ts';
import { enrolFace } from '../../face/enrol-face.ts';
import { faceCallerOf } from '../../face/face-caller.ts';

export const route = defineRoute('enrolFace', (call, { faces }) => {
  const { challengeId, nonce, consent } = call.body;
  return enrolFace(faces, faceCallerOf(call), { challengeId, nonce, termsVersion: consent.termsVersion });
});
