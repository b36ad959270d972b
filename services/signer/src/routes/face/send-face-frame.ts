import { defineRoute } from '../../define-route.ts';
import { faceCallerOf } from '../../face/face-caller.ts';
import { receivePicture } from '../../face/receive-picture.ts';
import { sendFrame } from '../../face/send-frame.ts';

export const route = defineRoute('sendFaceFrame', async (call, { faces }) =>
  sendFrame(faces, faceCallerOf(call), call.params.challengeId, await receivePicture(call)),
);
