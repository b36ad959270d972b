import { defineRoute } from '../../define-route.ts';
import { eraseFace } from '../../face/erase-face.ts';
import { faceCallerOf } from '../../face/face-caller.ts';

export const route = defineRoute('eraseFace', async (call, { faces }) => {
  const { sub } = call.principal;
  const why = { reason: 'consent-withdrawn', key: `${sub} ${call.idempotencyKey}` } as const;
  return { position: await eraseFace(faces, faceCallerOf(call), sub, why) };
});
