import { defineRoute } from '../../define-route.ts';
import { faceCallerOf } from '../../face/face-caller.ts';
import { startChallenge } from '../../face/start-challenge.ts';

export const route = defineRoute('startFaceChallenge', (call, { faces }) =>
  startChallenge(faces, faceCallerOf(call), call.principal, call.body),
);
