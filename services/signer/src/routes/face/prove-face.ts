import { defineRoute } from '../../define-route.ts';
import { faceCallerOf } from '../../face/face-caller.ts';
import { proveFace } from '../../face/prove-face.ts';

export const route = defineRoute('proveFace', (call, { faces }) =>
  proveFace(faces, faceCallerOf(call), { challengeId: call.params.challengeId, nonce: call.body.nonce }),
);
